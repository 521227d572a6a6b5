import type { Progress } from './use-job-progress.ts';

/** Where a publishing job stands, announced as it moves. */
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
      return 'Saved. Waiting to be rendered.';
    case 'slow':
      return 'Saved. Publishing takes longer than usual and goes on by itself.';
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
        `Taken down in ${time}. Readers no longer find it.`
      );
    }
  }
}
