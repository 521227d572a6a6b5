import { useEffect, useRef } from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import type { EditorForm } from './form.ts';
import { formFrom } from './form.ts';

interface Props {
  mine: EditorForm;
  theirs: ArticleResponse;
  onKeepMine(): void;
  onTakeTheirs(): void;
  onLater(): void;
}

/** Two people changed one article: shows both, and loses neither. */
export function ConflictDialog({ mine, theirs, onKeepMine, onTakeTheirs, onLater }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="dialog dialog--wide"
      aria-labelledby="conflict-title"
      onCancel={onLater}
    >
      <h2 id="conflict-title">This article was changed elsewhere since you opened it.</h2>
      <p>Nothing is lost: choose which version goes on, the other one stays at hand.</p>
      <div className="versions">
        <Version name="Yours" form={mine} />
        <Version name={`Stored, version ${theirs.version}`} form={formFrom(theirs)} />
      </div>
      <p className="dialog__actions">
        <button type="button" className="button" onClick={onLater}>
          Decide later
        </button>
        <button type="button" className="button" onClick={onTakeTheirs}>
          Take theirs
        </button>
        <button type="button" className="button button--main" onClick={onKeepMine}>
          Keep mine
        </button>
      </p>
    </dialog>
  );
}

function Version({ name, form }: { name: string; form: EditorForm }) {
  return (
    <section aria-label={name}>
      <h3 className="label">{name}</h3>
      <p>
        <strong>{form.title || 'Without a title'}</strong>
      </p>
      <p>{form.subtitle}</p>
      <textarea readOnly rows={12} value={form.markdown} aria-label={`${name}: markdown`} />
    </section>
  );
}
