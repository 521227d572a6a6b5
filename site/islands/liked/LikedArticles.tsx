import { useStore } from '@nanostores/react';
import { useCallback, useEffect, useState } from 'react';
import type { z } from 'zod';
import type { likedArticlesResponse } from '#contracts/reaction.ts';
import { callApi } from '../../lib/api-client.ts';
import { counted } from '../../lib/format.ts';
import { signInPath } from '../../lib/links.ts';
import { $session, confirmSession, endedParameter } from '../../stores/session.ts';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { useLoaded } from '../use-loaded.ts';
import { LikedArticle } from './LikedArticle.tsx';

type LikedPage = z.infer<typeof likedArticlesResponse>;

const LOADING = 'Loading your liked articles';

/** Articles that the member likes, newest like first. Guests are sent to sign in. */
export function LikedArticles() {
  const session = useStore($session, { ssr: 'initial' });
  useEffect(() => void confirmSession(), []);
  useEffect(() => {
    if (session.state !== 'guest') return;
    location.replace(signInPath(location.pathname) + endedParameter(session));
  }, [session]);

  if (session.state === 'signed-in') return <LikedList />;
  if (session.state !== 'failed') return <ListSkeleton label={LOADING} />;
  return <LoadFailed reason={session.reason} onRetry={() => void confirmSession()} />;
}

function LikedList() {
  const [page, setPage] = useState(1);
  const load = useCallback(
    (signal: AbortSignal) =>
      callApi<LikedPage>('GET', `/api/liked-articles?page=${page}`, { signal }),
    [page],
  );
  const { loaded, reload } = useLoaded(load);
  return (
    <ListFrame
      loaded={loaded}
      onRetry={reload}
      page={page}
      onPage={setPage}
      loading={LOADING}
      summary={({ result }) => counted(result, 'article')}
      empty={
        <EmptyState title="Nothing liked yet">
          Articles you like appear here. <a href="/blog">Find something to read</a>
        </EmptyState>
      }
    >
      {({ articles }) => (
        <ol className="saved__list">
          {articles.map((article) => (
            <LikedArticle key={article._id} article={article} />
          ))}
        </ol>
      )}
    </ListFrame>
  );
}
