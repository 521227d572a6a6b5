import { type ReactNode, useState } from 'react';
import type { StoredPicture } from '#contracts/upload.ts';
import { showToast } from '../../../client/show-toast.ts';

type Dialog = typeof import('./ChoosePicture.tsx').ChoosePicture;

/**
 * Loads the dialog of the media library when it is opened.
 * @returns what opens it, and the open dialog to render
 */
export function useMediaLibrary(onChoose: (picture: StoredPicture) => void): {
  open(): void;
  dialog: ReactNode;
} {
  const [Dialog, setDialog] = useState<Dialog | null>(null);
  async function load(): Promise<void> {
    try {
      const { ChoosePicture } = await import('./ChoosePicture.tsx');
      setDialog(() => ChoosePicture);
    } catch {
      const message = 'The media library could not be loaded. Please try again.';
      void showToast({ type: 'error', message });
    }
  }
  return {
    open: () => void load(),
    dialog: Dialog && <Dialog onChoose={onChoose} onClose={() => setDialog(null)} />,
  };
}
