import type { RefObject } from 'react';
import { EditorIcon } from './EditorIcon.tsx';

/** Closes the dialog that it stands in, as Escape does. */
export function CloseButton({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="Close"
      onClick={() => dialog.current?.close()}
    >
      <EditorIcon name="close" />
    </button>
  );
}
