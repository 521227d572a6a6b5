import { type RefObject, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  className: string;
  'aria-labelledby': string;
  onClose(): void;
}

/**
 * A modal dialog that is open while it is mounted. The focus returns to the previous element.
 * @param onClose is also called by the dialog itself, for Escape
 * @returns `dialog` are the props of the element, and `titleId` is the ID of its heading. `close` calls `onClose`
 * before the browser's event, which comes so late that it could close the next dialog.
 */
export function useDialog(onClose: () => void): {
  dialog: DialogProps;
  titleId: string;
  close(): void;
} {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = ref.current;
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
    ref.current?.close();
    onClose();
  };
  const dialog = { ref, className: 'dialog', 'aria-labelledby': titleId, onClose };
  return { dialog, titleId, close };
}
