import { type ReactNode, useEffect, useRef } from 'react';
import { EditorIcon } from './EditorIcon.tsx';

/** The details on a narrow screen: they come from the side and go with Escape. */
export function Drawer({ children, onClose }: { children: ReactNode; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="drawer"
      // A click beside it closes it, too, in browsers that know this.
      {...{ closedby: 'any' }}
      aria-labelledby="drawer-title"
      onClose={onClose}
    >
      <div className="drawer__bar">
        <h2 id="drawer-title">Details</h2>
        <button
          type="button"
          className="icon-button"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
        >
          <EditorIcon name="close" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
