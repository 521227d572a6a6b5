import { useStore } from '@nanostores/react';
import { type ReactNode, useCallback } from 'react';
import { type AdminGroup, type AdminIcon, adminMenu } from '#contracts/admin-pages.ts';
import type { OverviewRange, Overview as Report } from '#contracts/overview.ts';
import { callApi } from '../../client/api-client.ts';
import { NEW_ARTICLE_PATH } from '../../format/links.ts';
import { $pendingCounts } from '../../stores/pending-counts.ts';
import { LineIcon } from '../ui/Icon.tsx';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { SegmentedControl } from '../ui/SegmentedControl.tsx';
import { useFetch } from '../ui/use-fetch.ts';
import { useSearchParams } from '../ui/use-search-params.ts';
import { AudienceCharts, Figures, ShopCharts } from './Figures.tsx';
import { NextSteps, PendingDecisions, Unpublished } from './PendingWork.tsx';
import { SystemState } from './SystemState.tsx';

/** Paths of the icons of admin pages, drawn on a grid of 24. */
const adminIcons = {
  box: 'M4 8l8-4 8 4v8.5l-8 4-8-4zM4 8l8 4 8-4M12 12v8.5',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3.5V8M15.5 3.5V8',
  cart: 'M5.5 8.5h13l1 11.5h-15zM9 8.5V7a3 3 0 0 1 6 0v1.5',
  chart: 'M4 4v16h16M8.5 16v-4M13 16V7.5M17.5 16v-6',
  comments: 'M4.5 5h15v11h-8l-4.5 3.8V16h-2.5zM8 9h8M8 12h5',
  history: 'M4.5 8.5A8.5 8.5 0 1 1 3.5 12M4 4v4.5h4.5M12 7.5V12l3 2',
  image: 'M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9h.1',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L11.8 7.2M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.5-1.5',
  list: 'M9.5 6.5h11M9.5 12h11M9.5 17.5h11M4.5 6.5h.1M4.5 12h.1M4.5 17.5h.1',
  mail: 'M4 5.5h16v13H4zM4 7l8 6 8-6',
  percent: 'M6 18 18 6M7.5 5.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM16.5 14.5a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  plus: 'M12 5v14M5 12h14',
  settings: 'M4 7.5h9M17 7.5h3M4 16.5h3M11 16.5h9M15 5v5M9 14v5',
  star: 'm12 4 2.4 5.2 5.6.7-4.1 3.9 1.1 5.7-5-2.8-5 2.8 1.1-5.7L4 9.9l5.6-.7z',
  subscribers: 'M4 9.5 12 4l8 5.5V20H4zM4 10l8 5.5 8-5.5',
  transfer: 'M8 20V5M4.5 8.5 8 5l3.5 3.5M16 4v15M12.5 15.5 16 19l3.5-3.5',
  users: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20a7.5 7.5 0 0 1 15 0',
} as const satisfies Record<AdminIcon, string>;

interface GroupProps {
  name: AdminGroup;
  pages: (typeof adminMenu)[number]['pages'];
  children: ReactNode;
}

const ranges = [
  { value: '7', name: '7 days' },
  { value: '30', name: '30 days' },
  { value: '365', name: '365 days' },
] as const satisfies { value: OverviewRange; name: string }[];
const spec = { defaults: { days: '30' as OverviewRange }, allowed: { days: ranges } };

/** The start page of the owner: decisions, figures and states, by group of the admin menu. */
export function Overview() {
  const { query, changeQuery } = useSearchParams<{ days: OverviewRange }>(spec);
  const load = useCallback(
    (signal: AbortSignal): Promise<Report> =>
      callApi('GET', `/api/admin/overview?days=${query.days}`, { signal }),
    [query],
  );
  const { loaded, reload } = useFetch(load);
  const report = loaded.value;
  return (
    <section aria-labelledby="overview-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title list__head list__title">
        <h1 id="overview-title">Overview</h1>
        <a className="button button--main" href={NEW_ARTICLE_PATH}>
          Create Post
        </a>
      </div>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !report && <ListSkeleton label="Loading the overview" />}
      {report && <PendingDecisions report={report} />}
      {report?.isNew && <NextSteps />}
      {report?.isNew === false && (
        <section aria-labelledby="overview-figures">
          <h2 className="visually-hidden" id="overview-figures">
            Figures
          </h2>
          <div className="list__bar overview__range">
            <SegmentedControl
              name="days"
              options={ranges}
              chosen={query.days}
              onChoose={(days) => changeQuery({ days })}
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

/** A group of the admin menu: links to its pages with pending counts, beside its figures. */
function Group({ name, pages, children }: GroupProps) {
  const pendingCounts = useStore($pendingCounts);
  const id = `overview-${name}`;
  return (
    <section className="overview__group" aria-labelledby={id}>
      <div>
        <h2 id={id}>{name}</h2>
        <ul className="overview__pages">
          {pages.map(({ path, title, icon, badge }) => (
            <li key={path}>
              <a href={path}>
                <LineIcon path={adminIcons[icon]} />
                {title}
              </a>
              {badge && pendingCounts && pendingCounts[badge] > 0 && (
                <span className="count">
                  {pendingCounts[badge]}
                  <span className="visually-hidden"> waiting</span>
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      <div className="overview__content">{children}</div>
    </section>
  );
}
