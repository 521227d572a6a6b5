import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * A modal dialog that is open while it is mounted. The focus returns to the previous element.
 * @param onClose is also called by the dialog itself, for Escape
 * @returns `close` calls `onClose` before the browser's event, which comes so late that it could close the
 * next dialog.
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
      // Removing an open dialog would lose the focus.
      element.close();
    };
  }, []);
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  return { dialog, close };
}
