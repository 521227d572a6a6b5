import type { ReactNode } from 'react';
import { useDialog } from './use-dialog.ts';

interface Props {
  /** Objects that the shortcuts act on. */
  about: ReactNode;
  keys: readonly (readonly [key: string, does: string])[];
  wide?: boolean;
  /** Settings of the shortcuts. */
  children?: ReactNode;
  onClose(): void;
}

/** Keyboard shortcuts of a page, in a dialog. */
export function KeySheet({ about, keys, wide, children, onClose }: Props) {
  const { dialog, titleId, close } = useDialog(onClose);
  return (
    <dialog {...dialog} className={`dialog${wide ? ' dialog--wide' : ''}`}>
      <h2 id={titleId}>Keys</h2>
      <p>{about}</p>
      <dl className="keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      {children}
      <p className="dialog__actions">
        <button type="button" className="button button--main" onClick={close}>
          Close
        </button>
      </p>
    </dialog>
  );
}
