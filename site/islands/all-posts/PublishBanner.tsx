import type { z } from 'zod';
import type {
  FailedJob,
  failedJobsResponse,
  JobKind,
  releaseListResponse,
} from '#contracts/job.ts';
import { callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';
import { editPath } from '../../format/links.ts';
import { showToast } from '../../stores/toasts.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { errorMessage, useFetch } from '../ui/use-fetch.ts';

const loadReleases = (signal: AbortSignal): Promise<z.infer<typeof releaseListResponse>> =>
  callApi('GET', '/api/releases', { signal });

/** Effect on visitors of jobs that belong to no article. */
const jobNames: Partial<Record<JobKind, string>> = {
  content: 'Pages of your own files',
  refresh: 'Page refresh',
  follow: 'Markdown copies and redirects',
  compress: 'Compressed copies of pages',
};

interface FailedJobsProps {
  jobs: FailedJob[];
  failureText: string;
  button: string;
  onTry(jobs: FailedJob[]): Promise<void>;
}

/** Pauses between requests for the state of a job that is retried, in milliseconds. Each is twice the one before. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4000;

const loadFailedJobs = (signal?: AbortSignal): Promise<z.infer<typeof failedJobsResponse>> =>
  callApi('GET', '/api/jobs/failed', { ...(signal && { signal }) });

/**
 * Articles that were saved by an import or a schedule but not published, and follow-up jobs that failed. It
 * shows no error if the API is unavailable, because the list of articles below does.
 */
export function PublishBanner() {
  const { loaded, change } = useFetch(loadFailedJobs);
  const failed = loaded.value;
  if (!failed) return null;

  async function tryAgain(jobs: FailedJob[]) {
    const attempts = await Promise.allSettled(jobs.map(({ id }) => retry(id)));
    try {
      const left = await loadFailedJobs();
      change(() => left);
      const rejected = attempts.find((attempt) => attempt.status === 'rejected');
      if (rejected) throw rejected.reason;
    } catch (error) {
      showToast({ type: 'error', message: `Could not retry: ${errorMessage(error)}` });
    }
  }

  return (
    <>
      <FailedJobs
        jobs={failed.jobs}
        failureText="These articles are saved but could not be published:"
        button="Publish again"
        onTry={tryAgain}
      />
      <FailedJobs
        jobs={failed.followUpJobs}
        failureText="The articles are published, but these follow-up tasks failed:"
        button="Try again"
        onTry={tryAgain}
      />
    </>
  );
}

/** Resolves when the job has ended, successfully or not. */
async function retry(id: number): Promise<void> {
  await callApi('POST', `/api/jobs/${id}/retry`);
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const { state } = await callApi<{ state: FailedJob['state'] }>('GET', `/api/jobs/${id}`);
    if (state !== 'queued' && state !== 'running') return;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Failed jobs with their reasons and a retry button; renders nothing if there are none. */
function FailedJobs({ jobs, failureText, button, onTry }: FailedJobsProps) {
  if (jobs.length === 0) return null;
  return (
    <div className="banner banner--warning" role="status">
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
      {kind === 'comments' && 'Comments below '}
      <a href={editPath(article)}>{title}</a>
    </>
  );
}

/**
 * Shows why the newest build could not be released; the site has not changed. It shows no error if the API is
 * unavailable, because the list of articles below does.
 */
export function ReleaseBanner() {
  const newest = useFetch(loadReleases).loaded.value?.releases[0];
  if (newest?.state !== 'failed') return null;
  return (
    <div className="banner banner--warning" role="status">
      <p>
        The build of {longDate(newest.createdAt)} could not be deployed. The previous release is
        still live.
      </p>
      <pre>{newest.error}</pre>
    </div>
  );
}
