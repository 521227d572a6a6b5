import type { ModerationDecision } from './queue-calls.ts';
import type { Selection } from './use-selection.ts';

interface Props {
  selection: Selection;
  decisions: readonly ModerationDecision[];
  onDecide(decision: ModerationDecision): void;
  onReject(): void;
  onKeys(): void;
}

const words: Partial<Record<ModerationDecision, string>> = {
  approve: 'Approve',
  reject: 'Reject',
  spam: 'Spam',
  delete: 'Delete',
};

/** What is chosen, and what becomes of all of it. */
export function BulkBar({ selection, decisions, onDecide, onReject, onKeys }: Props) {
  const { chosen, all, chooseAll } = selection;
  const none = chosen.length === 0;
  return (
    <fieldset className="queue__bar">
      <legend className="quiet">What is chosen</legend>
      <label className="check">
        <input
          type="checkbox"
          checked={all}
          ref={(box) => {
            if (box) box.indeterminate = !all && !none;
          }}
          onChange={(event) => chooseAll(event.currentTarget.checked)}
        />
        Choose all on this page
      </label>
      <p className="label" role="status">
        {chosen.length} chosen
      </p>
      <p className="queue__decisions">
        {decisions.map((decision) => (
          <button
            key={decision}
            type="button"
            className={`button button--small${decision === 'delete' ? ' button--danger' : ''}`}
            disabled={none}
            onClick={() => onDecide(decision)}
          >
            {words[decision]}
          </button>
        ))}
        {decisions.includes('reject') && (
          <button type="button" className="button button--small" disabled={none} onClick={onReject}>
            Reject with a reason
          </button>
        )}
      </p>
      <button type="button" className="button button--small queue__keys" onClick={onKeys}>
        Keys
      </button>
    </fieldset>
  );
}
