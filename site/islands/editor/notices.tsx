import type { KeptText } from './kept-text.ts';

/** Why a save did not happen; `onRetry` where nothing has to be mended first. */
export function Refusal({ sentence, onRetry }: { sentence: string; onRetry: (() => void) | null }) {
  return (
    <div className="notice notice--warning" role="alert">
      <p>Not saved. {sentence}</p>
      {onRetry && (
        <button type="button" className="button button--small" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

interface Props {
  kept: KeptText;
  onTake(): void;
  onDrop(): void;
}

/** Offers text that was typed in this browser and never saved. */
export function KeptNotice({ kept, onTake, onDrop }: Props) {
  const when = new Date(kept.at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <div className="notice kept" role="status">
      <p>
        This browser holds unsaved changes from {when}
        {kept.form.title && <> to “{kept.form.title}”</>}.
      </p>
      <p className="kept__buttons">
        <button type="button" className="button button--small" onClick={onTake}>
          Bring them back
        </button>
        <button type="button" className="button button--small" onClick={onDrop}>
          Throw them away
        </button>
      </p>
    </div>
  );
}
