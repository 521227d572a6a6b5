import type { Progress } from './use-job-progress.ts';

/** Progress of a publishing job, announced to screen readers. */
export function ProgressLine({ progress }: { progress: Progress }) {
  return (
    <div className={`progress progress--${progress.step}`} role="status" aria-live="polite">
      {progress.step !== 'none' && (
        <>
          <span className="progress__bar" />
          <p>{words(progress)}</p>
        </>
      )}
    </div>
  );
}

function words(progress: Exclude<Progress, { step: 'none' }>) {
  switch (progress.step) {
    case 'waiting':
    case 'queued':
      return 'Saved. Waiting to be published.';
    case 'slow':
      return 'Saved. Publishing is taking longer than usual and continues in the background.';
    case 'rendering':
      return 'Rendering the page.';
    case 'done':
      return 'Done. Lists and feeds are up to date.';
    case 'failed':
      return `Saved, but not published: ${progress.reason}`;
    case 'live': {
      const time = `${Math.max(1, Math.round(progress.milliseconds))} ms`;
      return progress.visible ? (
        <>
          Live in {time}: <a href={progress.path}>{progress.path}</a>
        </>
      ) : (
        `Unpublished in ${time}. Readers can no longer open it.`
      );
    }
  }
}
