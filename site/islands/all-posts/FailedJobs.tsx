import type { FailedJob, JobKind } from '#contracts/job.ts';
import { editPath } from '../../format/links.ts';
import { BusyButton } from '../ui/BusyButton.tsx';

/** Effect on visitors of jobs that belong to no article. */
const jobNames: Partial<Record<JobKind, string>> = {
  refresh: 'Page refresh',
  follow: 'Markdown copies and redirects',
  compress: 'Compressed copies of pages',
};

interface Props {
  jobs: FailedJob[];
  failureText: string;
  button: string;
  onTry(jobs: FailedJob[]): Promise<void>;
}

/** Failed jobs with their reasons and a retry button; renders nothing if there are none. */
export function FailedJobs({ jobs, failureText, button, onTry }: Props) {
  if (jobs.length === 0) return null;
  return (
    <div className="notice notice--warning" role="status">
      <p>{failureText}</p>
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <Work {...job} />: {job.error}
          </li>
        ))}
      </ul>
      <BusyButton className="button button--small" onPress={() => onTry(jobs)}>
        {button}
      </BusyButton>
    </div>
  );
}

function Work({ kind, article, title }: FailedJob) {
  if (!article) return jobNames[kind] ?? kind;
  return (
    <>
      {kind === 'comments' && 'Responses below '}
      <a href={editPath(article)}>{title}</a>
    </>
  );
}
