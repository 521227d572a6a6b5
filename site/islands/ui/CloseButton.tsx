import { iconShapes, LineIcon } from './Icon.tsx';

/** Closes its dialog, like Escape. */
export function CloseButton({ onClose }: { onClose(): void }) {
  return (
    <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
      <LineIcon path={iconShapes.close} />
    </button>
  );
}
