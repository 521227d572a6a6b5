import { type ReactNode, useState } from 'react';
import type { StoredImage } from '#contracts/upload.ts';
import { showToast } from '../../../stores/toasts.ts';

type Dialog = typeof import('./ChooseImage.tsx').ChooseImage;

/**
 * Loads the dialog of the media library when it is opened.
 * @returns a function that opens it, and the open dialog to render
 */
export function useMediaLibrary(onChoose: (image: StoredImage) => void): {
  /** Settles when the dialog is open or an error is shown; `loaded` is called before it opens. */
  open(loaded?: () => void): Promise<void>;
  dialog: ReactNode;
} {
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  async function open(loaded?: () => void): Promise<void> {
    try {
      const { ChooseImage } = await import('./ChooseImage.tsx');
      loaded?.();
      setDialog(() => ChooseImage);
    } catch {
      const message = 'The media library could not be loaded. Please try again.';
      showToast({ type: 'error', message });
    }
  }
  return {
    open,
    dialog: Dialog && <Dialog onChoose={onChoose} onClose={() => setDialog(null)} />,
  };
}
