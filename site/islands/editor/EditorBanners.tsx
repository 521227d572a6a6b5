import { SmallButton } from '../ui/SmallButton.tsx';
import type { UnsavedDraft } from './drafts/unsaved-work.ts';
import type { EditorForm } from './form.ts';
import type { useEditor } from './use-editor.ts';
import type { Progress } from './use-job-progress.ts';

type Editor = ReturnType<typeof useEditor>;

/** Banners about autosave and unsaved drafts, with their actions. */
export function AutosaveBanners({ editor }: { editor: Editor }) {
  const { autosave, fieldsBanner, offered, dirty } = editor;
  return (
    <>
      {offered && <UnsavedDraftBanner unsaved={offered} editor={editor} />}
      {autosave.state === 'signed-out' && dirty && (
        <div className="banner banner--warning autosave-banner" role="alert">
          <p>
            Your session has ended. Your text is kept in this browser:{' '}
            {/* Without `next`, the new tab would return to the referring page and open the article again. */}
            <a href="/login?next=/" target="_blank" rel="noopener">
              sign in in a new tab
            </a>{' '}
            to continue here.
          </p>
          <p className="autosave-banner__buttons">
            <SmallButton label="Try again" onClick={editor.retryAutosave} />
          </p>
        </div>
      )}
      {(autosave.state === 'waiting' || autosave.state === 'refused') && dirty && (
        <div className="banner autosave-banner" role="status">
          <p>Not saved to the server yet; a copy is kept in this browser. {autosave.reason}</p>
        </div>
      )}
      {autosave.state === 'conflict' && dirty && (
        <div className="banner banner--warning autosave-banner" role="status">
          <p>
            The same text was changed elsewhere. Your version is kept in this browser until you
            resolve the conflict.
          </p>
          <p className="autosave-banner__buttons">
            <SmallButton label="Compare" onPress={editor.compare} />
          </p>
        </div>
      )}
      {fieldsBanner?.kind === 'merged' && (
        <div className="banner autosave-banner" role="status">
          <p>Changes made elsewhere have been merged.</p>
          <p className="autosave-banner__buttons">
            <SmallButton label="Dismiss" onClick={editor.dismissFieldsBanner} />
          </p>
        </div>
      )}
      {fieldsBanner?.kind === 'restored' && (
        <div className="banner autosave-banner" role="status">
          <p>The version of {fieldsBanner.from} is in the editor now.</p>
          <p className="autosave-banner__buttons">
            <SmallButton label="Undo" onClick={editor.undoRestore} />
            <SmallButton label="Dismiss" onClick={editor.dismissFieldsBanner} />
          </p>
        </div>
      )}
    </>
  );
}

/** Characters of a text without a title that identify it. */
const NAME_MAX = 60;

/** Returns the title of a draft, or its beginning. */
function draftNameOf({ title, markdown }: EditorForm): string {
  const name = (title.trim() || markdown.trim()).replaceAll(/\s+/g, ' ');
  return name.length > NAME_MAX ? `${name.slice(0, NAME_MAX)}…` : name;
}

/** Offers an unsaved draft. */
function UnsavedDraftBanner({ unsaved, editor }: { unsaved: UnsavedDraft; editor: Editor }) {
  const when = new Date(unsaved.at).toLocaleString('en', {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const named = draftNameOf(unsaved.form);
  return (
    <div className="banner autosave-banner" role="status">
      <p>
        {unsaved.place === 'browser' ? 'This browser holds' : 'There are'} unsaved changes from{' '}
        {when}
        {named && <> to “{named}”</>}
        {unsaved.place === 'server' && ', made in another browser or tab'}.
      </p>
      <p className="autosave-banner__buttons">
        <SmallButton label="Restore changes" onPress={editor.restoreOffered} />
        <SmallButton label="Discard changes" onClick={editor.discardOffered} />
      </p>
    </div>
  );
}

/** Reason of a failed save; `onRetry` if a retry is possible without changes. */
export function Refusal({ message, onRetry }: { message: string; onRetry: (() => void) | null }) {
  return (
    <div className="banner banner--warning" role="alert">
      <p>Not saved. {message}</p>
      {onRetry && <SmallButton label="Try again" onClick={onRetry} />}
    </div>
  );
}

/** Progress of a publishing job, announced to screen readers. */
export function ProgressLine({ progress }: { progress: Progress }) {
  return (
    <div className={`progress progress--${progress.step}`} role="status" aria-live="polite">
      {progress.step !== 'none' && (
        <>
          <span className="progress__bar" />
          <p>{progressText(progress)}</p>
        </>
      )}
    </div>
  );
}

function progressText(progress: Exclude<Progress, { step: 'none' }>) {
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
