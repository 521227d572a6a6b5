import { EditorIcon } from '../EditorIcon.tsx';

interface Props {
  /** Number of findings that are more than notes. */
  warnings: number;
  open: boolean;
  onOpen(): void;
}

/** Opens the checks and shows the number of findings. */
export function ChecksButton({ warnings, open, onOpen }: Props) {
  return (
    <button
      type="button"
      className="icon-button checks-button"
      aria-label={warnings === 0 ? 'Checks' : `Checks: ${warnings} to review`}
      title="Checks"
      aria-expanded={open}
      onClick={onOpen}
    >
      <EditorIcon name="checks" />
      {warnings > 0 && <span className="checks-button__count">{warnings}</span>}
    </button>
  );
}
