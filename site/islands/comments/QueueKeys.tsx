import { KeySheet } from '../KeySheet.tsx';

const keys: [key: string, does: string][] = [
  ['j', 'next comment'],
  ['k', 'comment before'],
  ['x', 'choose, or leave out'],
  ['a', 'approve'],
  ['r', 'reject'],
  ['s', 'spam'],
  ['d', 'delete, after a question'],
  ['u', 'take back what was decided last'],
  ['?', 'this list'],
];

interface Props {
  on: boolean;
  onSwitch(on: boolean): void;
  onClose(): void;
}

/** The keys of the queue, and the switch for who does not want them. */
export function QueueKeys({ on, onSwitch, onClose }: Props) {
  return (
    <KeySheet
      about="They act on what is chosen; where nothing is, on the comment you are at."
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
