import { useCallback, useState } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { counted, longDate } from '../../lib/format.ts';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
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
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={page}
        onPage={setPage}
        loading="Loading the audit log"
        summary={({ result }) => counted(result, 'entry', 'entries')}
        beside={{
          className: 'audit__found',
          content: (
            <>
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
            </>
          ),
        }}
        empty={
          <EmptyState title={filtered ? 'Nothing of the kind' : 'Nothing was done yet'}>
            {filtered
              ? 'No entry fits all of what you chose.'
              : 'Whatever an admin changes from now on stands here.'}
          </EmptyState>
        }
      >
        {({ entries }) => (
          <ol className="audit">
            {entries.map((entry) => (
              <li key={entry._id}>
                <OneEntry entry={entry} />
              </li>
            ))}
          </ol>
        )}
      </ListFrame>
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
