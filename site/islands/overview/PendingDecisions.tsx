import type { Decisions, Overview } from '#contracts/overview.ts';

/** Where each kind is decided, and its noun for one and for several. */
const kinds: Record<keyof Decisions, [path: string, singular: string, plural: string]> = {
  heldComments: ['/admin/comments', 'held comment', 'held comments'],
  reportedComments: ['/admin/comments?list=reported', 'reported comment', 'reported comments'],
  messages: ['/admin/messages?show=unread', 'unread message', 'unread messages'],
  disputes: ['/admin/shop/orders', 'open dispute', 'open disputes'],
  unmatchedPayments: ['/admin/shop/orders', 'unmatched payment', 'unmatched payments'],
  failedRefunds: ['/admin/shop/orders?state=refund-failed', 'failed refund', 'failed refunds'],
  reviews: ['/admin/reviews', 'review to approve', 'reviews to approve'],
  jobs: ['/admin/jobs?source=publishing&show=trouble', 'failed job', 'failed jobs'],
  emails: ['/admin/mail?show=trouble', 'failed email', 'failed emails'],
  crossPosts: ['/admin/connections?show=trouble', 'failed cross-post', 'failed cross-posts'],
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
        <p key={warning} className="notice notice--warning">
          {warning}
        </p>
      ))}
      {pending.length === 0 && warnings.length === 0 && (
        <p className="overview__none">Nothing needs your decision.</p>
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
