import { type RefObject, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react';

/** Attributes of a button for a published dialog, which the browser handles before the island is loaded. React's types lack them. */
export const dialogCommand = (command: 'show-modal' | 'close', commandfor: string) => ({
  command,
  commandfor,
});

interface DialogProps {
  ref: RefObject<HTMLDialogElement | null>;
  className: string;
  'aria-labelledby': string;
  onCancel(event: SyntheticEvent<HTMLDialogElement>): void;
  onClose(): void;
}

/**
 * A modal dialog that is open while it is mounted. The focus returns to the previous element.
 * @param onClose is called before the browser's event `close`, which comes so late that it could close the next dialog
 * @returns `dialog` are the props of the element, and `titleId` is the ID of its heading
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
    // The response to a dialog that was closed must not close the next one.
    if (!ref.current) return;
    ref.current.close();
    onClose();
  };
  const dialog = {
    ref,
    className: 'dialog',
    'aria-labelledby': titleId,
    // For Escape. File inputs fire the event, too.
    onCancel({ target }: SyntheticEvent) {
      if (target === ref.current) close();
    },
    onClose,
  };
  return { dialog, titleId, close };
}
