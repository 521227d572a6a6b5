import { KeySheet } from '../ui/KeySheet.tsx';

const keys: [key: string, does: string][] = [
  ['j', 'next comment'],
  ['k', 'previous comment'],
  ['x', 'select or deselect'],
  ['a', 'approve'],
  ['r', 'reject'],
  ['s', 'spam'],
  ['d', 'delete, after confirmation'],
  ['u', 'undo the last decision'],
  ['?', 'this list'],
];

interface Props {
  on: boolean;
  onSwitch(on: boolean): void;
  onClose(): void;
}

/** Keyboard shortcuts of the queue, and the switch that turns them off. */
export function QueueKeys({ on, onSwitch, onClose }: Props) {
  return (
    <KeySheet
      about="Shortcuts apply to the selected comments, or to the current comment if none is selected."
      keys={keys}
      onClose={onClose}
    >
      <label className="check">
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => onSwitch(event.currentTarget.checked)}
        />
        Use these keys
      </label>
    </KeySheet>
  );
}
