import { useCallback } from 'react';
import { type AdminGroup, adminMenu } from '#contracts/admin-pages.ts';
import type { OverviewRange, Overview as Report } from '#contracts/overview.ts';
import { callApi } from '../../client/api-client.ts';
import { NEW_ARTICLE_PATH } from '../../format/links.ts';
import { Choices } from '../ui/Choices.tsx';
import { ListSkeleton } from '../ui/ListSkeleton.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { dataOf, useLoaded } from '../ui/use-loaded.ts';
import { useUrlQuery } from '../ui/use-url-query.ts';
import { AudienceCharts, Figures, ShopCharts } from './Figures.tsx';
import { Group } from './Group.tsx';
import { NextSteps } from './NextSteps.tsx';
import { PendingDecisions } from './PendingDecisions.tsx';
import { SystemState } from './SystemState.tsx';
import { Unpublished } from './Unpublished.tsx';

const ranges = [
  { value: '7', name: '7 days' },
  { value: '30', name: '30 days' },
  { value: '365', name: '365 days' },
] as const satisfies { value: OverviewRange; name: string }[];
const spec = { defaults: { days: '30' as OverviewRange }, allowed: { days: ranges } };

/** The start page of the owner: decisions, figures and states, by group of the admin menu. */
export function Overview() {
  const { query, ask } = useUrlQuery<{ days: OverviewRange }>(spec);
  const load = useCallback(
    (signal: AbortSignal): Promise<Report> =>
      callApi('GET', `/api/admin/overview?days=${query.days}`, { signal }),
    [query],
  );
  const { loaded, reload } = useLoaded(load);
  const report = dataOf(loaded);
  return (
    <section aria-labelledby="overview-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title list__head list__title">
        <h1 id="overview-title">Overview</h1>
        <a className="button" href={NEW_ARTICLE_PATH}>
          Create Post
        </a>
      </div>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !report && <ListSkeleton label="Loading the overview" />}
      {report && <PendingDecisions report={report} />}
      {report?.isNew && <NextSteps />}
      {report?.isNew === false && (
        <section aria-labelledby="overview-figures">
          <h2 className="quiet" id="overview-figures">
            Figures
          </h2>
          <div className="list__bar overview__range">
            <Choices
              name="days"
              choices={ranges}
              chosen={query.days}
              onChoose={(days) => ask({ days })}
            />
          </div>
          <Figures report={report} />
        </section>
      )}
      {adminMenu.map(({ group, pages }) => (
        <Group key={group} name={group} pages={pages}>
          {report && <Content group={group} report={report} />}
        </Group>
      ))}
      {report && <footer className="label">Version {report.versions.app}</footer>}
    </section>
  );
}

function Content({ group, report }: { group: AdminGroup; report: Report }) {
  if (group === 'Content') return <Unpublished report={report} />;
  if (group === 'System') return <SystemState report={report} />;
  if (report.isNew) return null;
  if (group === 'Audience') return <AudienceCharts report={report} />;
  return group === 'Shop' ? <ShopCharts report={report} /> : null;
}
