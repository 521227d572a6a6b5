import { useId } from 'react';
import type { PageViewRange, PageViewReport } from '#contracts/overview.ts';
import { callApi } from '../../client/api-client.ts';
import { articlePath } from '../../format/links.ts';
import { pluralize } from '../../format/pluralize.ts';
import { BarChart } from '../ui/BarChart.tsx';
import { ListPage, onePage, useList } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { TableHead } from '../ui/TableHead.tsx';

interface Row {
  name: string;
  views: number;
  visitors: number;
  /** URL of the name, if it is a link. */
  href?: string;
  /** Short text below the name. */
  note?: string;
}

interface RankingProps {
  title: string;
  /** Heading of the names. */
  column: string;
  rows: Row[];
  /** Message if there are no rows. */
  none: string;
}

const ranges: { value: PageViewRange; name: string }[] = [
  { value: '1', name: 'Today' },
  { value: '7', name: '7 days' },
  { value: '30', name: '30 days' },
  { value: '365', name: '365 days' },
  { value: 'all', name: 'All time' },
];
const spec = {
  defaults: { days: '30' as PageViewRange },
  allowed: { days: ranges },
  load: async ({ days }: { days: PageViewRange }, signal: AbortSignal) => {
    const report = await callApi<PageViewReport>('GET', `/api/admin/views?days=${days}`, {
      signal,
    });
    return { report, ...onePage(report.views) };
  },
};

/** Page views and visitors by page, article and referrer. */
export function PageViews() {
  const list = useList(spec);
  return (
    <ListPage
      list={list}
      title="Views"
      filter={{ name: 'days', options: ranges }}
      loading="Loading statistics"
      summary={({ report: { views, visitors } }) =>
        `${pluralize(views, 'view')}, ${pluralize(visitors, 'visitor')}`
      }
      empty={<NoViews days={list.query.days} />}
    >
      {({ report }) => <Report report={report} />}
    </ListPage>
  );
}

function Report({ report }: { report: PageViewReport }) {
  const { pages, articles, referrers, queries, missing } = report;
  return (
    <>
      {report.bars.length > 1 && (
        <BarChart
          bars={report.bars}
          unit={report.unit}
          series={[
            { name: 'views', of: (bar) => bar.views },
            { name: 'visitors', of: (bar) => bar.visitors },
          ]}
        />
      )}
      <div className="page-views__lists">
        <Ranking
          title="Pages"
          column="URL"
          rows={pages.map((page) => ({ ...page, name: page.path, href: page.path }))}
          none="No page views."
        />
        <Ranking
          title="Articles"
          column="Title"
          rows={articles.map((article) => ({
            ...article,
            name: article.title,
            href: articlePath(article.slug),
            note: `${pluralize(article.total, 'visitor')} in total`,
          }))}
          none="No article views."
        />
        <Ranking
          title="Referrers"
          column="Host"
          rows={referrers.map((referrer) => ({ ...referrer, name: referrer.host }))}
          none="No visits from other sites."
        />
        <Ranking
          title="Missing pages"
          column="URL"
          rows={missing.map((page) => ({
            ...page,
            name: page.path === '*' ? 'all others' : page.path,
          }))}
          none="No requests for missing pages."
        />
        {queries.length > 0 && (
          <Ranking
            title="Query strings"
            column="URL"
            rows={queries.map((page) => ({ ...page, name: page.path, href: page.path }))}
            none=""
          />
        )}
      </div>
      <p className="page-views__note">
        Days are those of UTC. A visitor is counted again each day and cannot be recognised
        afterwards. Bots, your own visits and visitors who opted out are excluded.
      </p>
    </>
  );
}

function NoViews({ days }: { days: PageViewRange }) {
  return (
    <EmptyState title={days === '1' ? 'No views today yet' : 'No views yet'}>
      {days === '1'
        ? 'The day starts at midnight UTC. Choose “7 days” to see earlier views.'
        : 'Page views appear here within a second; your own visits are not counted.'}
    </EmptyState>
  );
}

/** The highest counts, each with a bar behind it. */
function Ranking({ title, column, rows, none }: RankingProps) {
  const id = useId();
  const highestCount = Math.max(1, ...rows.map((row) => row.views));
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 ? (
        <p className="page-views__empty">{none}</p>
      ) : (
        <table className="ranking" aria-labelledby={id}>
          <TableHead columns={[column, 'Views', 'Visitors']} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.href ?? row.name}>
                <th scope="row">
                  {row.href ? <a href={row.href}>{row.name}</a> : row.name}
                  {row.note && <span className="ranking__note">{row.note}</span>}
                  <svg className="ranking__bar" aria-hidden="true">
                    <rect width={`${(100 * row.views) / highestCount}%`} height="100%" />
                  </svg>
                </th>
                <td>{row.views.toLocaleString('en')}</td>
                <td>{row.visitors.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
