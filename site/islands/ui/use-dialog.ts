import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A modal dialog that is open as long as it is mounted. The focus returns to where it was before.
 * @param onClose also goes to the dialog itself, for Escape
 * @returns `close` says so before the browser does: its event comes so late that it could close the
 *   next dialog.
 */
export function useDialog(onClose: () => void): {
  dialog: RefObject<HTMLDialogElement | null>;
  close(): void;
} {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      if (!element?.open) return;
      element.addEventListener('close', (event) => event.stopImmediatePropagation(), {
        capture: true,
      });
      // A dialog that is removed while it is open would take the focus along.
      element.close();
    };
  }, []);
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  return { dialog, close };
}
