import type { ReactNode } from 'react';
import { fileSize } from '#contracts/file-size.ts';
import type { JobListSource } from '#contracts/job.ts';
import type { Overview } from '#contracts/overview.ts';
import { relativeTime } from '../../format/dates.ts';
import { FactList } from '../ui/FactList.tsx';
import { TableHead } from '../ui/TableHead.tsx';
import { ZonedTime } from '../ui/ZonedTime.tsx';

/** Queues, disk, backups and versions. */
export function SystemState({ report }: { report: Overview }) {
  return (
    <div className="overview__pair">
      <section aria-labelledby="overview-queues">
        <h3 id="overview-queues">Queues</h3>
        <Queues report={report} />
      </section>
      <section aria-labelledby="overview-state">
        <h3 id="overview-state">Disk, backups and versions</h3>
        <State report={report} />
      </section>
    </div>
  );
}

const queueNames: Record<JobListSource, string> = {
  publishing: 'Publishing',
  mail: 'Email',
  posts: 'Cross-posts',
};

function Queues({ report: { queues, now } }: { report: Overview }) {
  return (
    <table className="table overview__queues">
      <TableHead columns={['Queue', 'Waiting', 'Failed', 'Oldest']} numbers={3} />
      <tbody>
        {Object.entries(queueNames).map(([source, name]) => {
          const { waiting, failed, oldestAt } = queues[source as JobListSource];
          return (
            <tr key={source}>
              <th scope="row">
                <a href={`/admin/jobs?source=${source}`}>{name}</a>
              </th>
              <td className="table__number">{waiting}</td>
              <td className={`table__number ${failed > 0 ? 'overview__failed' : ''}`}>{failed}</td>
              <td className="table__number">
                {oldestAt === null ? '–' : relativeTime(oldestAt, Date.parse(now))}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function State({ report: { disk, backups, versions, zone } }: { report: Overview }) {
  const facts: [name: string, value: ReactNode][] = [
    ['Disk', disk === null ? 'Unknown' : <DiskSpace disk={disk} />],
    [
      'Last backup',
      backups.lastGood ? <ZonedTime iso={backups.lastGood.endedAt} zone={zone} /> : 'None yet',
    ],
    ['Next backup', nextBackup(backups, zone)],
    ['Version', versions.app],
    ['Build', versions.build ?? 'None yet'],
    [
      'Live since',
      versions.liveAt === null ? 'Not yet' : <ZonedTime iso={versions.liveAt} zone={zone} />,
    ],
    ['Node.js', versions.node],
  ];
  return (
    <>
      <FactList className="overview__facts" facts={facts} />
      <p className="overview__note">Times are those of {zone}.</p>
    </>
  );
}

function DiskSpace({ disk: { free, total, low } }: { disk: NonNullable<Overview['disk']> }) {
  return (
    <>
      {fileSize(free)} of {fileSize(total)} free
      <meter aria-label="Used disk space" max={total} high={total - low} value={total - free} />
    </>
  );
}

function nextBackup({ isRunning, nextAt, isOn }: Overview['backups'], zone: string): ReactNode {
  if (isRunning) return 'Running';
  if (nextAt !== null) return <ZonedTime iso={nextAt} zone={zone} />;
  return isOn ? 'Being scheduled' : 'Nightly backups are off';
}
