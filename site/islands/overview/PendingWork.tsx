import { type ReactNode, useId } from 'react';
import type { Decisions, Overview, UnpublishedArticle } from '#contracts/overview.ts';
import { editPath, langOf, NEW_ARTICLE_PATH } from '../../format/links.ts';
import { ZonedTime } from '../ui/ZonedTime.tsx';

const steps: [path: string, title: string, text: string][] = [
  [NEW_ARTICLE_PATH, 'Write your first article', 'It is live as soon as you publish it.'],
  [
    '/admin/import-export',
    'Import articles',
    'Bring what you wrote elsewhere, with its images and dates.',
  ],
  ['/admin/settings', 'Check the settings', 'Time zone, currency, comments and backups.'],
  ['/admin/shop/create_product', 'Add a product', 'The shop opens with your first product.'],
];

interface UnpublishedProps {
  title: string;
  /** Sentence for an empty list. */
  none: string;
  /** Link to a longer list. */
  all: { path: string; name: string };
  list: Overview['drafts'];
  /** Renders the text below a title. */
  children(article: UnpublishedArticle): ReactNode;
}

/** Page on which each kind is decided, and its noun in singular and plural. */
const kinds: Record<keyof Decisions, [path: string, singular: string, plural: string]> = {
  heldComments: ['/admin/comments', 'held comment', 'held comments'],
  reportedComments: ['/admin/comments?list=reported', 'reported comment', 'reported comments'],
  messages: ['/admin/messages?show=unread', 'unread message', 'unread messages'],
  disputes: ['/admin/shop/orders', 'open dispute', 'open disputes'],
  unmatchedPayments: ['/admin/shop/orders', 'unmatched payment', 'unmatched payments'],
  failedRefunds: ['/admin/shop/orders?state=refund-failed', 'failed refund', 'failed refunds'],
  reviews: ['/admin/reviews', 'review to approve', 'reviews to approve'],
  jobs: ['/admin/jobs?source=publishing&show=failed', 'failed job', 'failed jobs'],
  emails: ['/admin/mail?show=failed', 'failed email', 'failed emails'],
  crossPosts: ['/admin/connections?show=failed', 'failed cross-post', 'failed cross-posts'],
};

/** Warnings, and links to the pages where something awaits a decision of an admin. */
export function PendingDecisions({ report: { decisions, warnings } }: { report: Overview }) {
  const pending = Object.entries(kinds)
    .map(([kind, [path, singular, plural]]) => ({
      path,
      singular,
      plural,
      count: decisions[kind as keyof Decisions],
    }))
    .filter(({ count }) => count > 0);
  return (
    <section className="overview__decisions" aria-labelledby="overview-decisions">
      <h2 id="overview-decisions">Pending decisions</h2>
      {warnings.map((warning) => (
        <p key={warning} className="banner banner--warning">
          {/* Every second part is the path of an admin page. */}
          {warning.split(/(\/admin(?:\/[a-z-]+)+)/).map((part, index) =>
            index % 2 === 0 ? (
              part
            ) : (
              <a key={part} href={part}>
                {part}
              </a>
            ),
          )}
        </p>
      ))}
      {pending.length === 0 && warnings.length === 0 && (
        <p className="overview__note">Nothing needs your decision.</p>
      )}
      {pending.length > 0 && (
        <ul>
          {pending.map(({ path, singular, plural, count }) => (
            <li key={singular}>
              <a href={path}>
                <strong>{count.toLocaleString('en')}</strong> {count === 1 ? singular : plural}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

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

function ArticleList({ title, none, all, list, children }: UnpublishedProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {list.count === 0 && <p className="overview__note">{none}</p>}
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

/** Suggestions for a site without articles, visitors and members. */
export function NextSteps() {
  return (
    <section className="overview__next" aria-labelledby="overview-next">
      <h2 id="overview-next">Next steps</h2>
      <ol>
        {steps.map(([path, title, text]) => (
          <li key={path}>
            <a href={path}>{title}</a>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <p className="overview__note">
        Figures and charts appear here with your first article, visitor, member or order.
      </p>
    </section>
  );
}
