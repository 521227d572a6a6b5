import { longDate } from '../../format/dates.ts';
import { pluralize } from '../../format/pluralize.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { useList } from '../ui/use-list.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { type AuditQuery, type Entry, listEntries, saveEntries } from './audit-calls.ts';

const day = /^\d{4}-\d\d-\d\d$/;
const everything = { by: '', action: '', from: '', to: '' };
const spec = {
  defaults: { ...everything, page: 1 },
  allowed: { from: day, to: day },
  load: listEntries,
};

/** Actions of admins, newest first. */
export function AuditLog() {
  const list = useList(spec);
  const { query, ask, value, act } = list;
  const isFiltered = Object.keys(everything).some((name) => query[name as keyof AuditQuery] !== '');
  return (
    <ListPage
      list={list}
      title="Audit log"
      filters={
        <AuditFilters
          query={query}
          people={value?.people ?? []}
          actions={value?.actions ?? []}
          onChange={ask}
        />
      }
      loading="Loading the audit log"
      summary={({ result }) => pluralize(result, 'entry', 'entries')}
      beside={
        <>
          {isFiltered && (
            <button type="button" className="button button--small" onClick={() => ask(everything)}>
              Clear filters
            </button>
          )}
          {value !== null && value.result > 0 && (
            <button
              type="button"
              className="button button--small"
              onClick={() => void act(() => saveEntries(query), 'The file could not be created.')}
            >
              Export as CSV
            </button>
          )}
        </>
      }
      empty={
        <EmptyState title={isFiltered ? 'No matching entries' : 'No entries yet'}>
          {isFiltered
            ? 'No entries match your filters.'
            : 'Changes made by admins will be listed here.'}
        </EmptyState>
      }
    >
      {({ entries }) => (
        <ol className="audit">
          {entries.map((entry) => (
            <li key={entry._id}>
              <EntryRow entry={entry} />
            </li>
          ))}
        </ol>
      )}
    </ListPage>
  );
}

function EntryRow({ entry: { at, by, what, action, subject, details } }: { entry: Entry }) {
  const { fields, ...otherDetails } = details;
  return (
    <>
      <p className="meta">
        <time dateTime={at}>
          {longDate(at)}, {at.slice(11, 19)} UTC
        </time>
        <span>{by ? by.name : 'By a command on the server'}</span>
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
      {Object.entries(otherDetails).map(([name, value]) => (
        <p key={name} className="audit__detail">
          {name}: {value}
        </p>
      ))}
      {fields && Object.keys(otherDetails).length === 0 && (
        <p className="audit__detail">fields: {fields}</p>
      )}
      {what === action ? null : <code className="audit__call">{action}</code>}
    </>
  );
}
