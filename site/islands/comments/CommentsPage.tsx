import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { COMMENT_REASON_MAX } from '#contracts/comment-limits.ts';
import { pluralize } from '../../format/pluralize.ts';
import { $moderationKeys, setModerationKeys } from '../../stores/preferences.ts';
import { showToast } from '../../stores/toasts.ts';
import { useSelection } from '../ui/BulkBar.tsx';
import { DeleteDialog } from '../ui/Dialogs.tsx';
import { KeySheet } from '../ui/KeySheet.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { RejectDialog } from '../ui/RejectDialog.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { errorMessage } from '../ui/use-fetch.ts';
import { CommentRow } from './CommentRow.tsx';
import {
  decisionNames,
  decisionsOf,
  emptyMessages,
  lists,
  type ModerationDecision,
  useQueue,
} from './use-queue.ts';

/** Actions by key. */
type Keys = Record<string, () => void>;

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

interface QueueKeysProps {
  on: boolean;
  onSwitch(on: boolean): void;
  onClose(): void;
}

/** Comments awaiting moderation, and comments with a decision. */
export function CommentsPage() {
  const [sheet, setSheet] = useState(false);
  const keysOn = useStore($moderationKeys) === 'on';
  const { list, applyDecision, undo, decided } = useQueue();
  const { query, value, open } = list;
  const selection = useSelection(value?.comments.map(({ _id }) => _id) ?? [], rowId);
  const decisions = decisionsOf[query.list];
  const [emptyTitle, emptyText] =
    query.search === ''
      ? emptyMessages[query.list]
      : ['Nothing found', 'Search for an exact part of the text.'];

  const decide = async (ids: string[], decision: ModerationDecision, reason?: string) => {
    await applyDecision(ids, decision, reason);
    // A comment that an undo restores is not selected.
    selection.deselect(ids);
  };
  const decideAtOnce = (ids: string[], decision: ModerationDecision) =>
    decide(ids, decision).catch((error) =>
      showToast({ type: 'error', message: `No changes were made. ${errorMessage(error)}` }),
    );
  const decideOrConfirm = async (decision: ModerationDecision, ids: string[]) => {
    if (ids.length === 0) return;
    if (decision !== 'delete') return decideAtOnce(ids, decision);
    open((onClose) => (
      <DeleteDialog
        title={`Delete ${pluralize(ids.length, 'comment')}?`}
        onClose={onClose}
        onConfirm={() => decideAtOnce(ids, 'delete')}
      >
        This cannot be undone. If there are replies, a placeholder remains.
      </DeleteDialog>
    ));
  };
  const rejectWithReason = () =>
    open((onClose) => (
      <RejectDialog
        title={`Reject ${pluralize(selection.chosen.length, 'comment')}?`}
        hint="Optional. Shown to the author next to the comment."
        maxLength={COMMENT_REASON_MAX}
        onClose={onClose}
        onReject={(reason) => decide(selection.chosen, 'reject', reason)}
      />
    ));
  const press = (decision: ModerationDecision) => {
    if (decisions.includes(decision)) void decideOrConfirm(decision, selection.acted);
  };
  useKeys(
    {
      j: () => selection.move(1),
      k: () => selection.move(-1),
      x: () => selection.toggleCurrent(),
      a: () => press('approve'),
      r: () => press('reject'),
      s: () => press('spam'),
      d: () => press('delete'),
      u: () => void undo(),
    },
    keysOn,
  );
  // The sheet also opens while shortcuts are off, because it contains their switch.
  useKeys({ '?': () => setSheet(true) }, true);
  const isNone = selection.chosen.length === 0;

  return (
    <>
      <ListPage
        list={list}
        title="Comments"
        filter={{
          name: 'list',
          options: lists.map((entry) => ({
            value: entry.value,
            name: value ? `${entry.name} (${value.counts[entry.value]})` : entry.name,
          })),
        }}
        search={{ label: 'Search comments', maxLength: 100 }}
        loading="Loading comments"
        summary={({ result }) =>
          `${pluralize(result, 'comment')}${decided ? `. ${decided.msg}` : ''}`
        }
        beside={
          decided && decided.changed.length > 0 && <SmallButton label="Undo" onPress={undo} />
        }
        // The comment that replaced the one with the decision.
        focusOn={() => document.getElementById(rowId(selection.current ?? ''))}
        empty={<EmptyState title={emptyTitle}>{emptyText}</EmptyState>}
        bulk={{
          selection,
          legend: 'Selected comments',
          end: (
            <button
              type="button"
              className="button button--small queue__keys"
              onClick={() => setSheet(true)}
            >
              Keys
            </button>
          ),
          children: (
            <>
              {decisions.map((decision) => (
                <SmallButton
                  key={decision}
                  variant={decision === 'delete' && 'danger'}
                  label={decisionNames[decision]}
                  aria-disabled={isNone || undefined}
                  onPress={() => decideOrConfirm(decision, selection.chosen)}
                />
              ))}
              {decisions.includes('reject') && (
                <SmallButton
                  label="Reject with a reason"
                  aria-disabled={isNone || undefined}
                  onClick={isNone ? undefined : rejectWithReason}
                />
              )}
            </>
          ),
        }}
      >
        {({ comments }) => (
          <ol className="queue">
            {comments.map((comment) => (
              <li key={comment._id}>
                <CommentRow
                  id={rowId(comment._id)}
                  comment={comment}
                  chosen={selection.has(comment._id)}
                  current={keysOn && selection.current === comment._id}
                  decisions={decisions}
                  onChoose={(chosen) => selection.choose(comment._id, chosen)}
                  onDecide={(decision) => decideOrConfirm(decision, [comment._id])}
                  onFocus={() => selection.setCurrent(comment._id)}
                />
              </li>
            ))}
          </ol>
        )}
      </ListPage>
      {sheet && (
        <QueueKeys
          on={keysOn}
          onSwitch={(on) => setModerationKeys(on ? 'on' : 'off')}
          onClose={() => setSheet(false)}
        />
      )}
    </>
  );
}

const rowId = (id: string) => `queue-${id}`;

/** Keyboard shortcuts of the queue, and the switch that turns them off. */
function QueueKeys({ on, onSwitch, onClose }: QueueKeysProps) {
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

/** Keys that a user can hold down. Holding another one must not act on one comment after the other. */
const repeatable = 'jk';

/**
 * Single-key shortcuts for the whole page, except while a field or a dialog has the focus.
 * @param on false if the user has turned shortcuts off, for example because of speech input
 */
function useKeys(keys: Keys, on: boolean): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    const combined = event.ctrlKey || event.metaKey || event.altKey;
    const typing =
      target instanceof Element &&
      target.matches('input:not([type=checkbox], [type=radio]), textarea, select');
    if (combined || typing || event.defaultPrevented) return;
    if (document.querySelector('dialog[open]')) return;
    const shortcut = keys[key];
    if (!shortcut) return;
    event.preventDefault();
    if (!event.repeat || repeatable.includes(key)) shortcut();
  });
  useEffect(() => {
    if (!on) return;
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [on]);
}
