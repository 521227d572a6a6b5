import { useState } from 'react';
import type { ViewRange, ViewReport } from '#contracts/views.ts';
import { counted } from '../../lib/format.ts';
import { articlePath } from '../../lib/links.ts';
import { Choices } from '../Choices.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { knownOf } from '../use-loaded.ts';
import { BarChart } from './BarChart.tsx';
import { Ranking } from './Ranking.tsx';
import { useViews } from './use-views.ts';

const ranges: { value: ViewRange; name: string }[] = [
  { value: '1', name: 'Today' },
  { value: '7', name: '7 days' },
  { value: '30', name: '30 days' },
  { value: '365', name: '365 days' },
  { value: 'all', name: 'All time' },
];

/** What is read: how much, what, and where its readers come from. */
export function Views() {
  const [days, setDays] = useState<ViewRange>('30');
  const { loaded, reload } = useViews(days);
  const report = knownOf(loaded);
  return (
    <section aria-labelledby="views-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title inbox__title">
        <h1 id="views-title">Views</h1>
      </div>
      <div className="inbox__filters">
        <Choices
          name="days"
          choices={ranges}
          chosen={days}
          onChoose={(next: ViewRange) => setDays(next)}
        />
      </div>
      <p className="label" role="status">
        {report ? `${counted(report.views, 'view')}, ${counted(report.visitors, 'reader')}` : ' '}
      </p>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !report && <ListSkeleton label="Loading the counts" />}
      {report && report.views === 0 && <Empty days={days} />}
      {report && report.views > 0 && <Report report={report} />}
    </section>
  );
}

function Report({ report }: { report: ViewReport }) {
  const { pages, articles, referrers, queries, missing } = report;
  return (
    <>
      {report.bars.length > 1 && <BarChart bars={report.bars} unit={report.unit} />}
      <div className="views__lists">
        <Ranking
          title="Pages"
          column="Address"
          rows={pages.map((page) => ({ ...page, name: page.path, href: page.path }))}
          none="No page of this site was opened."
        />
        <Ranking
          title="Articles"
          column="Title"
          rows={articles.map((article) => ({
            ...article,
            name: article.title,
            href: articlePath(article.slug),
            note: `${counted(article.total, 'reader')} of all time`,
          }))}
          none="No article was opened."
        />
        <Ranking
          title="Where readers come from"
          column="Host"
          rows={referrers.map((referrer) => ({ ...referrer, name: referrer.host }))}
          none="Nobody came by a link of another site that says so."
        />
        <Ranking
          title="Addresses without a page"
          column="Address"
          rows={missing.map((page) => ({
            ...page,
            name: page.path === '*' ? 'all others' : page.path,
          }))}
          none="Nobody asked for what is not there."
        />
        {queries.length > 0 && (
          <Ranking
            title="With what stood behind the question mark"
            column="Address"
            rows={queries.map((page) => ({ ...page, name: page.path, href: page.path }))}
            none=""
          />
        )}
      </div>
      <p className="views__note">
        Days are those of UTC. A reader is counted anew each day and cannot be recognised
        afterwards. Programs, you, and readers who ask not to be counted are left out.
      </p>
    </>
  );
}

function Empty({ days }: { days: ViewRange }) {
  return (
    <EmptyState title={days === '1' ? 'Nobody yet today' : 'Nothing was read yet'}>
      {days === '1'
        ? 'The day begins at midnight UTC. “7 days” shows what was before.'
        : 'Each page that somebody opens shows here a second later; your own visits do not count.'}
    </EmptyState>
  );
}
