import { useEffect, useRef, useState } from 'react';
import { Avatar } from '../ui/Avatar.tsx';
import { errorMessage } from '../ui/use-loaded.ts';
import { CropDialog } from './CropDialog.tsx';
import { type Crop, cutOut } from './crop.ts';
import type { Picture } from './form.ts';
import { uploadAvatar } from './profile-calls.ts';

/** Maximum size of a chosen file, in bytes. */
const OPENED_MAX = 50 * 1_048_576;

interface Props {
  name: string;
  /** The image before any change. */
  saved: string | null;
  picture: Picture;
  onChange(picture: Picture): void;
  error: string | undefined;
}

/**
 * Profile picture. It accepts any format of the browser: the image is cropped to a square here, made small
 * enough for the server, and uploaded immediately; saving the form selects it.
 */
export function PictureField({ name, saved, picture, onChange, error }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<ImageBitmap | null>(null);
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    if (!opened) return;
    const back = input.current;
    return () => {
      opened.close();
      back?.focus();
    };
  }, [opened]);

  const shown =
    picture.state === 'chosen' ? picture.url : picture.state === 'removed' ? null : saved;

  async function open(file: File | undefined) {
    setFailure('');
    if (!file) return;
    if (file.size > OPENED_MAX) return setFailure('Size too large');
    try {
      setOpened(await createImageBitmap(file));
    } catch {
      // Not an image, or an image in a format that this browser does not support.
      setFailure('File format is incorrect');
    }
  }

  async function choose(crop: Crop) {
    if (!opened) return;
    setBusy(true);
    setFailure('');
    try {
      const { public_id: id, url } = await uploadAvatar(await cutOut(opened, crop));
      onChange({ state: 'chosen', id, url });
      setOpened(null);
    } catch (caught) {
      setFailure(errorMessage(caught));
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="picture-field">
      <Avatar name={name} avatar={shown} side={128} />
      <div className="field">
        <label htmlFor="picture">Picture</label>
        <input
          ref={input}
          id="picture"
          name="avatar"
          type="file"
          accept="image/*"
          aria-describedby="picture-hint picture-error"
          aria-invalid={error || failure ? true : undefined}
          onChange={({ currentTarget }) => {
            void open(currentTarget.files?.[0]);
            // Reset, so that the same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <p className="field__hint" id="picture-hint">
          You can crop it next. Camera metadata is removed.
        </p>
        {shown !== null && (
          <p>
            <button
              type="button"
              className="button button--small"
              onClick={() => {
                onChange(saved === null ? { state: 'kept' } : { state: 'removed' });
                input.current?.focus();
              }}
            >
              Remove profile picture
            </button>
          </p>
        )}
        <p className="field__error" id="picture-error" role="alert">
          {opened ? '' : error || failure}
        </p>
      </div>
      {opened && (
        <CropDialog
          picture={opened}
          busy={busy}
          error={failure}
          onChoose={(crop) => void choose(crop)}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}
