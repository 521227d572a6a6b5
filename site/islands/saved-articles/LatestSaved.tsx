import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { SLOW_NOTICE } from '../../client/slow-notice.ts';
import { articlePath, langOf } from '../../format/links.ts';
import { $session, confirmSession } from '../../stores/session.ts';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { useFetch } from '../ui/use-fetch.ts';
import { ArticleMeta, NOTHING_SAVED, readSaved } from './SavedArticle.tsx';

/** Number of saved articles on the home page. */
const SHOWN = 3;
const loadLatestSaved = (signal: AbortSignal) => readSaved({ page: 1, limit: SHOWN }, signal);

/** The last saved articles of a member, on the home page. */
export function LatestSaved() {
  const session = useStore($session, { ssr: 'initial' });
  useEffect(() => {
    void confirmSession();
  }, []);
  if (session.state === 'failed')
    return <LoadFailed reason={session.reason} onRetry={confirmSession} />;
  return session.state === 'signed-in' ? <Saved /> : <Loading />;
}

function Saved() {
  const { loaded, reload } = useFetch(loadLatestSaved);
  if (loaded.state === 'loading') return <Loading />;
  if (loaded.state === 'failed') return <LoadFailed reason={loaded.reason} onRetry={reload} />;
  const { articles } = loaded.value;
  if (articles.length === 0)
    return <p className="home-saved__empty">No saved articles yet. {NOTHING_SAVED}</p>;
  return (
    <ol className="home-saved__list">
      {articles.map((article) => (
        <li key={article._id}>
          <ArticleMeta article={article} />
          <h3>
            <a href={articlePath(article.slug)} lang={langOf(article)}>
              {article.title}
            </a>
          </h3>
        </li>
      ))}
    </ol>
  );
}

const Loading = () => (
  <p className="label" role="status">
    Loading your saved articles <span className="slow">{SLOW_NOTICE}</span>
  </p>
);
