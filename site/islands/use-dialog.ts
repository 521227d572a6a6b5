import { type RefObject, useEffect, useRef } from 'react';

/**
 * A modal dialog that is open as long as it is mounted.
 * @param onClose also goes to the dialog itself, for Escape
 * @returns `close` says so before the browser does: its event comes so late that it could close the
 *   next dialog.
 */
export function useDialog(onClose: () => void): {
  dialog: RefObject<HTMLDialogElement | null>;
  close(): void;
} {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  return { dialog, close };
}
