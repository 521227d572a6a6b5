import { useState } from 'react';
import type { FailedJob, JobKind } from '#contracts/job.ts';
import { editPath } from '../../format/links.ts';

/** What work that belongs to no article brings to readers. */
const works: Partial<Record<JobKind, string>> = {
  content: 'Pages of your own files',
  refresh: 'Page refresh',
  follow: 'Markdown copies and redirects',
  compress: 'Compressed copies of pages',
};

interface Props {
  jobs: FailedJob[];
  sentence: string;
  button: string;
  /** On the button, while it is tried again. */
  busy: string;
  onTry(jobs: FailedJob[]): Promise<void>;
}

/** Jobs that failed, each with its reason, and another try; nothing where none did. */
export function FailedJobs({ jobs, sentence, button, busy, onTry }: Props) {
  const [trying, setTrying] = useState(false);
  if (jobs.length === 0) return null;
  async function tryAgain() {
    setTrying(true);
    await onTry(jobs);
    setTrying(false);
  }
  return (
    <div className="notice notice--warning" role="status">
      <p>{sentence}</p>
      <ul>
        {jobs.map((job) => (
          <li key={job.id}>
            <Work {...job} />: {job.error}
          </li>
        ))}
      </ul>
      <button type="button" className="button button--small" onClick={tryAgain} disabled={trying}>
        {trying ? busy : button}
      </button>
    </div>
  );
}

function Work({ kind, article, title }: FailedJob) {
  if (!article) return works[kind] ?? kind;
  return (
    <>
      {kind === 'comments' && 'Responses below '}
      <a href={editPath(article)}>{title}</a>
    </>
  );
}
