import { useDeferredValue, useEffect, useState } from 'react';
import { counted } from '../../lib/format.ts';
import { Choices } from '../Choices.tsx';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { ListPages } from '../ListPages.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { knownOf } from '../use-loaded.ts';
import { BulkBar } from './BulkBar.tsx';
import { CommentRow } from './CommentRow.tsx';
import { EmptyQueue } from './EmptyQueue.tsx';
import { decisionsOf, listNames, lists } from './lists.ts';
import { QueueKeys } from './QueueKeys.tsx';
import type { ModerationDecision, ModerationList } from './queue-calls.ts';
import { RejectDialog } from './RejectDialog.tsx';
import { useKeySwitch } from './use-key-switch.ts';
import { useKeys } from './use-keys.ts';
import { useQueue } from './use-queue.ts';
import { useSelection } from './use-selection.ts';

/** Characters from which on a search means something, as the API says. */
const SEARCH_MIN = 3;

type Asked = { what: 'delete' | 'reject'; ids: string[] };

/** Comments that wait for a decision, and those that were decided on. */
export function CommentsPage() {
  const [list, setList] = useState<ModerationList>('held');
  const [words, setWords] = useState('');
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [sheet, setSheet] = useState(false);
  const [keysOn, switchKeys] = useKeySwitch();
  const typed = useDeferredValue(words.trim());
  const search = typed.length < SEARCH_MIN ? '' : typed;
  const { loaded, reload, judge, undo, decided } = useQueue({ list, search, page });
  const queue = knownOf(loaded);
  const comments = queue?.comments ?? [];
  const selection = useSelection(comments.map(({ _id }) => _id));
  // The last comment of the last page may just have gone.
  const pages = loaded.state === 'ready' ? Math.max(1, loaded.value.pages) : page;
  useEffect(() => {
    if (page > pages) setPage(pages);
  }, [page, pages]);

  const decide = async (ids: string[], decision: ModerationDecision, reason?: string) => {
    // What comes back with an undo is not chosen any more.
    if (await judge(ids, decision, reason)) selection.forget(ids);
  };
  const act = (decision: ModerationDecision, ids: string[]) => {
    if (ids.length === 0) return;
    if (decision === 'delete') setAsked({ what: 'delete', ids });
    else void decide(ids, decision);
  };
  const press = (decision: ModerationDecision) => {
    if (decisionsOf[list].includes(decision)) act(decision, selection.acted);
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
  // The sheet opens with the keys off too: it holds their switch.
  useKeys({ '?': () => setSheet(true) }, true);

  return (
    <section aria-labelledby="comments-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title inbox__title">
        <h1 id="comments-title">Comments</h1>
      </div>
      <search className="inbox__filters queue__filters">
        <Choices
          name="list"
          choices={lists.map((value) => ({
            value,
            name: queue ? `${listNames[value]} (${queue.counts[value]})` : listNames[value],
          }))}
          chosen={list}
          onChoose={(next) => {
            setList(next);
            setPage(1);
          }}
        />
        <div className="field">
          <label htmlFor="comment-search">Search the texts</label>
          <input
            id="comment-search"
            type="search"
            maxLength={100}
            value={words}
            onChange={(event) => {
              setWords(event.currentTarget.value);
              setPage(1);
            }}
          />
        </div>
      </search>
      <div className="queue__state">
        <p className="label" role="status">
          {queue ? counted(queue.result, 'comment') : ' '}
          {decided && `. ${decided.msg}`}
        </p>
        {decided && decided.changed.length > 0 && (
          <button type="button" className="button button--small" onClick={() => void undo()}>
            Undo
          </button>
        )}
      </div>
      {comments.length > 0 && (
        <BulkBar
          selection={selection}
          decisions={decisionsOf[list]}
          onDecide={(decision) => act(decision, selection.chosen)}
          onReject={() => setAsked({ what: 'reject', ids: selection.chosen })}
          onKeys={() => setSheet(true)}
        />
      )}
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !queue && <ListSkeleton label="Loading the comments" />}
      {queue && comments.length === 0 && <EmptyQueue list={list} searching={search !== ''} />}
      <ol className="queue">
        {comments.map((comment) => (
          <li key={comment._id}>
            <CommentRow
              comment={comment}
              chosen={selection.has(comment._id)}
              current={keysOn && selection.current === comment._id}
              decisions={decisionsOf[list]}
              onChoose={(chosen) => selection.choose(comment._id, chosen)}
              onDecide={(decision) => act(decision, [comment._id])}
              onFocus={() => selection.setCurrent(comment._id)}
            />
          </li>
        ))}
      </ol>
      {queue && queue.pages > 1 && <ListPages list={queue} onPage={setPage} />}
      {asked?.what === 'delete' && (
        <DeleteDialog
          title={`Delete ${counted(asked.ids.length, 'comment')}?`}
          onClose={() => setAsked(null)}
          onConfirm={() => void decide(asked.ids, 'delete')}
        >
          This cannot be taken back. Where there are replies, an empty place stays.
        </DeleteDialog>
      )}
      {asked?.what === 'reject' && (
        <RejectDialog
          count={asked.ids.length}
          onClose={() => setAsked(null)}
          onReject={(reason) => void decide(asked.ids, 'reject', reason)}
        />
      )}
      {sheet && <QueueKeys on={keysOn} onSwitch={switchKeys} onClose={() => setSheet(false)} />}
    </section>
  );
}
