import { useEffect, useRef } from 'react';

const keys: [key: string, does: string][] = [
  ['j', 'next comment'],
  ['k', 'comment before'],
  ['x', 'choose, or leave out'],
  ['a', 'approve'],
  ['r', 'reject'],
  ['s', 'spam'],
  ['d', 'delete, after a question'],
  ['u', 'take back what was decided last'],
  ['?', 'this list'],
];

interface Props {
  on: boolean;
  onSwitch(on: boolean): void;
  onClose(): void;
}

/** The keys of the queue, and the switch for who does not want them. */
export function KeySheet({ on, onSwitch, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="keys-title" onClose={onClose}>
      <h2 id="keys-title">Keys</h2>
      <p>They act on what is chosen; where nothing is, on the comment you are at.</p>
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
      <label className="check">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
        Use these keys
      </label>
      <p className="dialog__actions">
        <button
          type="button"
          className="button button--main"
          onClick={() => dialog.current?.close()}
        >
          Close
        </button>
      </p>
    </dialog>
  );
}
