import { EditorIcon } from './EditorIcon.tsx';

/** Closes the dialog that it stands in, as Escape does. */
export function CloseButton({ onClose }: { onClose(): void }) {
  return (
    <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
      <EditorIcon name="close" />
    </button>
  );
}
