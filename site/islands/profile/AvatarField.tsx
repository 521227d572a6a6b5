import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { Avatar } from '../ui/Avatar.tsx';
import { FieldError } from '../ui/Field.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { errorMessage } from '../ui/use-fetch.ts';
import { type Crop, cutOut, dragCrop, drawCrop, MIDDLE } from './crop.ts';
import { type AvatarChange, uploadAvatar } from './use-profile.ts';

/** Pixels of the canvas, at twice the displayed resolution. */
const CANVAS = 560;

interface CropDialogProps {
  image: ImageBitmap;
  busy: boolean;
  error: string;
  onChoose(crop: Crop): void;
  onClose(): void;
}

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  /** True if the image cannot move in this direction. */
  off?: boolean;
  onChange(value: number): void;
}

/** Maximum size of a chosen file, in bytes. */
const OPENED_MAX = 50 * 1_048_576;

interface Props {
  name: string;
  /** The image before any change. */
  saved: string | null;
  avatar: AvatarChange;
  onChange(avatar: AvatarChange): void;
  error: string | undefined;
}

/**
 * Profile picture. It accepts any format of the browser: the image is cropped to a square here, made small
 * enough for the server, and uploaded immediately; saving the form selects it.
 */
export function AvatarField({ name, saved, avatar, onChange, error }: Props) {
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

  const shown = avatar.state === 'chosen' ? avatar.url : avatar.state === 'removed' ? null : saved;

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
    <div className="avatar-field">
      <Avatar name={name} avatar={shown} side={128} />
      <div className="field">
        <label htmlFor="avatar">Profile picture</label>
        <input
          ref={input}
          id="avatar"
          name="avatar"
          type="file"
          accept="image/*"
          aria-describedby="avatar-hint avatar-error"
          aria-invalid={error || failure ? true : undefined}
          onChange={({ currentTarget }) => {
            void open(currentTarget.files?.[0]);
            // Reset, so that the same file can be chosen again.
            currentTarget.value = '';
          }}
        />
        <p className="field__hint" id="avatar-hint">
          You can crop it next. Camera metadata is removed.
        </p>
        {shown !== null && (
          <p>
            <SmallButton
              label="Remove profile picture"
              onClick={() => {
                onChange(saved === null ? { state: 'kept' } : { state: 'removed' });
                input.current?.focus();
              }}
            />
          </p>
        )}
        <FieldError id="avatar-error">{opened ? '' : error || failure}</FieldError>
      </div>
      {opened && (
        <CropDialog
          image={opened}
          busy={busy}
          error={failure}
          onChoose={(crop) => void choose(crop)}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  );
}

/** Selects the square of an image by dragging, or by three sliders. */
function CropDialog({ image, busy, error, onChoose, onClose }: CropDialogProps) {
  const { dialog, titleId, close } = useDialog(onClose);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>(MIDDLE);
  const from = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, image, crop);
  }, [image, crop]);

  function drag({ clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLCanvasElement>) {
    if (!from.current) return;
    const by = { x: x - from.current.x, y: y - from.current.y };
    const shownSide = currentTarget.clientWidth;
    from.current = { x, y };
    setCrop((current) => dragCrop(image, current, { ...by, shownSide }));
  }

  const wide = image.width > image.height || crop.zoom > 1;
  const high = image.height > image.width || crop.zoom > 1;
  return (
    <dialog
      {...dialog}
      className="dialog crop"
      onCancel={(event) => busy && event.preventDefault()}
    >
      <h2 id={titleId}>Crop image</h2>
      <p>Drag the image or use the sliders.</p>
      <canvas
        ref={canvas}
        className="crop__canvas"
        width={CANVAS}
        height={CANVAS}
        role="img"
        aria-label="Preview"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          from.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          from.current = null;
        }}
        onPointerCancel={() => {
          from.current = null;
        }}
      />
      <div className="crop__sliders">
        <Slider
          label="Zoom"
          value={crop.zoom}
          min={1}
          max={4}
          onChange={(zoom) => setCrop({ ...crop, zoom })}
        />
        <Slider
          label="Left to right"
          value={crop.across}
          min={0}
          max={1}
          off={!wide}
          onChange={(across) => setCrop({ ...crop, across })}
        />
        <Slider
          label="Top to bottom"
          value={crop.down}
          min={0}
          max={1}
          off={!high}
          onChange={(down) => setCrop({ ...crop, down })}
        />
      </div>
      <FieldError>{error}</FieldError>
      <p className="dialog__actions">
        <button
          type="button"
          className="button"
          aria-disabled={busy || undefined}
          onClick={() => !busy && close()}
        >
          Cancel
        </button>
        <button
          type="button"
          className="button button--main"
          aria-disabled={busy || undefined}
          aria-busy={busy || undefined}
          onClick={() => !busy && onChoose(crop)}
        >
          Use this image
        </button>
      </p>
    </dialog>
  );
}

function Slider({ label, value, min, max, off = false, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="crop__slider">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={0.01}
        value={value}
        disabled={off}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </div>
  );
}
