import { type PointerEvent, useEffect, useId, useRef, useState } from 'react';
import { useDialog } from '../ui/use-dialog.ts';
import { type Crop, dragCrop, drawCrop, MIDDLE } from './crop.ts';

/** Pixels of the canvas, at twice the displayed resolution. */
const CANVAS = 560;

interface Props {
  picture: ImageBitmap;
  busy: boolean;
  error: string;
  onChoose(crop: Crop): void;
  onClose(): void;
}

/** Selects the square of an image by dragging, or by three sliders. */
export function CropDialog({ picture, busy, error, onChoose, onClose }: Props) {
  const { dialog, close } = useDialog(onClose);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [crop, setCrop] = useState<Crop>(MIDDLE);
  const from = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop);
  }, [picture, crop]);

  function drag({ clientX: x, clientY: y, currentTarget }: PointerEvent<HTMLCanvasElement>) {
    if (!from.current) return;
    const by = { x: x - from.current.x, y: y - from.current.y };
    const shownSide = currentTarget.clientWidth;
    from.current = { x, y };
    setCrop((current) => dragCrop(picture, current, { ...by, shownSide }));
  }

  const wide = picture.width > picture.height || crop.zoom > 1;
  const high = picture.height > picture.width || crop.zoom > 1;
  return (
    <dialog
      ref={dialog}
      className="dialog crop"
      aria-labelledby="crop-title"
      onClose={onClose}
      onCancel={(event) => busy && event.preventDefault()}
    >
      <h2 id="crop-title">Crop image</h2>
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
      <p className="field__error" role="alert">
        {error}
      </p>
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

interface SliderProps {
  label: string;
  value: number;
  min: number;
  max: number;
  /** True if the image cannot move in this direction. */
  off?: boolean;
  onChange(value: number): void;
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
