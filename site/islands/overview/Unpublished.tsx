import { type ReactNode, useId } from 'react';
import type { Overview, UnpublishedArticle } from '#contracts/overview.ts';
import { editPath, langOf } from '../../format/links.ts';
import { ZonedTime } from './ZonedTime.tsx';

/** The last drafts and the next scheduled articles. */
export function Unpublished({ report: { drafts, scheduled, zone } }: { report: Overview }) {
  return (
    <div className="overview__pair">
      <ArticleList
        title="Drafts"
        none="No drafts."
        all={{ path: '/?state=draft', name: `All ${drafts.count} drafts` }}
        list={drafts}
      >
        {({ updatedAt }) => (
          <>
            Edited <ZonedTime iso={updatedAt} zone={zone} />
          </>
        )}
      </ArticleList>
      <ArticleList
        title="Scheduled"
        none="No articles are scheduled."
        all={{ path: '/admin/calendar', name: `All ${scheduled.count} scheduled articles` }}
        list={scheduled}
      >
        {({ scheduledAt }) => scheduledAt !== null && <ZonedTime iso={scheduledAt} zone={zone} />}
      </ArticleList>
    </div>
  );
}

interface Props {
  title: string;
  /** Sentence for an empty list. */
  none: string;
  /** Link to a longer list. */
  all: { path: string; name: string };
  list: Overview['drafts'];
  /** Renders the text below a title. */
  children(article: UnpublishedArticle): ReactNode;
}

function ArticleList({ title, none, all, list, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {list.count === 0 && <p className="overview__none">{none}</p>}
      <ul className="overview__articles">
        {list.first.map((article) => (
          <li key={article._id}>
            <a href={editPath(article._id)} lang={langOf(article)}>
              {article.title || 'Untitled'}
            </a>
            <span className="label">{children(article)}</span>
          </li>
        ))}
      </ul>
      {list.count > list.first.length && (
        <p>
          <a href={all.path}>{all.name}</a>
        </p>
      )}
    </section>
  );
}
