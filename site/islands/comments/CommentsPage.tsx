import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { COMMENT_REASON_MAX } from '#contracts/comment-limits.ts';
import { showToast } from '../../client/show-toast.ts';
import { pluralize } from '../../format/pluralize.ts';
import { $moderationKeys, setModerationKeys } from '../../stores/preferences.ts';
import { BulkBar } from '../ui/BulkBar.tsx';
import { DeleteDialog } from '../ui/DeleteDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { RejectDialog } from '../ui/RejectDialog.tsx';
import { errorMessage } from '../ui/use-loaded.ts';
import { useSelection } from '../ui/use-selection.ts';
import { CommentRow } from './CommentRow.tsx';
import { decisionNames, decisionsOf, emptyWords, lists } from './lists.ts';
import { QueueKeys } from './QueueKeys.tsx';
import type { ModerationDecision } from './queue-calls.ts';
import { useKeys } from './use-keys.ts';
import { useQueue } from './use-queue.ts';

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
      ? emptyWords[query.list]
      : ['Nothing found', 'Search for an exact part of the text.'];

  const decide = async (ids: string[], decision: ModerationDecision, reason?: string) => {
    await applyDecision(ids, decision, reason);
    // A comment that an undo restores is not selected.
    selection.forget(ids);
  };
  const decideAtOnce = (ids: string[], decision: ModerationDecision) =>
    void decide(ids, decision).catch((error) =>
      showToast({ type: 'error', message: `No changes were made. ${errorMessage(error)}` }),
    );
  const act = (decision: ModerationDecision, ids: string[]) => {
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
    if (decisions.includes(decision)) act(decision, selection.acted);
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
          decided &&
          decided.changed.length > 0 && (
            <button type="button" className="button button--small" onClick={() => void undo()}>
              Undo
            </button>
          )
        }
        // The comment that replaced the one with the decision.
        focusOn={() => document.getElementById(rowId(selection.current ?? ''))}
        empty={<EmptyState title={emptyTitle}>{emptyText}</EmptyState>}
      >
        {({ comments }) => (
          <>
            <BulkBar
              selection={selection}
              legend="Selected comments"
              end={
                <button
                  type="button"
                  className="button button--small queue__keys"
                  onClick={() => setSheet(true)}
                >
                  Keys
                </button>
              }
            >
              {decisions.map((decision) => (
                <button
                  key={decision}
                  type="button"
                  className={`button button--small${decision === 'delete' ? ' button--danger' : ''}`}
                  disabled={isNone}
                  onClick={() => act(decision, selection.chosen)}
                >
                  {decisionNames[decision]}
                </button>
              ))}
              {decisions.includes('reject') && (
                <button
                  type="button"
                  className="button button--small"
                  disabled={isNone}
                  onClick={rejectWithReason}
                >
                  Reject with a reason
                </button>
              )}
            </BulkBar>
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
                    onDecide={(decision) => act(decision, [comment._id])}
                    onFocus={() => selection.setCurrent(comment._id)}
                  />
                </li>
              ))}
            </ol>
          </>
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
