import { useCallback, useState } from 'react';
import { counted, longDate } from '../../lib/format.ts';
import { showToast } from '../../lib/toast.ts';
import { EmptyState } from '../EmptyState.tsx';
import { ListPages } from '../ListPages.tsx';
import { ListSkeleton } from '../ListSkeleton.tsx';
import { LoadFailed } from '../LoadFailed.tsx';
import { knownOf, sentence, useLoaded } from '../use-loaded.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { type Entry, type Filter, listEntries, saveEntries } from './audit-calls.ts';

const everything: Filter = { by: '', action: '', from: '', to: '' };

/** What admins did, newest first. */
export function AuditLog() {
  const [filter, setFilter] = useState(everything);
  const [page, setPage] = useState(1);
  const load = useCallback(
    (signal: AbortSignal) => listEntries(filter, page, signal),
    [filter, page],
  );
  const { loaded, reload } = useLoaded(load);
  const list = knownOf(loaded);
  const filtered = Object.values(filter).some((value) => value !== '');

  async function save() {
    try {
      await saveEntries(filter);
    } catch (error) {
      void showToast({ type: 'error', message: `There is no file. ${sentence(error)}` });
    }
  }

  return (
    <section aria-labelledby="audit-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title inbox__title">
        <h1 id="audit-title">Audit log</h1>
      </div>
      <AuditFilters
        filter={filter}
        people={list?.people ?? []}
        actions={list?.actions ?? []}
        onChange={(part) => {
          setFilter({ ...filter, ...part });
          setPage(1);
        }}
      />
      <p className="audit__found">
        <span className="label" role="status">
          {list ? counted(list.result, 'entry', 'entries') : ' '}
        </span>
        {filtered && (
          <button
            type="button"
            className="button button--small"
            onClick={() => {
              setFilter(everything);
              setPage(1);
            }}
          >
            Show everything
          </button>
        )}
        {list !== null && list.result > 0 && (
          <button type="button" className="button button--small" onClick={() => void save()}>
            Export as CSV
          </button>
        )}
      </p>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !list && <ListSkeleton label="Loading the audit log" />}
      {list?.entries.length === 0 && (
        <EmptyState title={filtered ? 'Nothing of the kind' : 'Nothing was done yet'}>
          {filtered
            ? 'No entry fits all of what you chose.'
            : 'Whatever an admin changes from now on stands here.'}
        </EmptyState>
      )}
      <ol className="audit">
        {list?.entries.map((entry) => (
          <li key={entry._id}>
            <OneEntry entry={entry} />
          </li>
        ))}
      </ol>
      {list && list.pages > 1 && <ListPages list={list} onPage={setPage} />}
    </section>
  );
}

function OneEntry({ entry: { at, by, what, action, subject, details } }: { entry: Entry }) {
  const { fields, ...said } = details;
  return (
    <>
      <p className="meta">
        <time dateTime={at}>
          {longDate(at)}, {at.slice(11, 19)} UTC
        </time>
        <span>{by ? by.name : 'By a command on the machine'}</span>
      </p>
      <p className="audit__what">
        <strong>{what}</strong>
        {subject._id !== '' && (
          <>
            {': '}
            <span dir="auto">{subject.name ?? <code>{subject._id}</code>}</span>
          </>
        )}
      </p>
      {Object.entries(said).map(([name, value]) => (
        <p key={name} className="audit__detail">
          {name}: {value}
        </p>
      ))}
      {fields && Object.keys(said).length === 0 && (
        <p className="audit__detail">fields: {fields}</p>
      )}
      {what === action ? null : <code className="audit__call">{action}</code>}
    </>
  );
}
