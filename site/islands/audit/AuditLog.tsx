import type { z } from 'zod';
import type {
  AuditEntry,
  AuditFilter,
  auditExportResponse,
  auditListResponse,
} from '#contracts/audit.ts';
import { callApi } from '../../client/api-client.ts';
import { saveCsv } from '../../client/save-file.ts';
import { longDate } from '../../format/dates.ts';
import { pluralize } from '../../format/pluralize.ts';
import { ListPage, useList } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';

type Entry = AuditEntry;

type AuditList = z.infer<typeof auditListResponse>;

/** Empty values match everything. */
type AuditQuery = { [Name in keyof AuditFilter]-?: string } & { page: number };

const parametersOf = (query: Partial<AuditQuery>) =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === '' ? [] : [[name, String(value)]])),
  );

const listEntries = (query: AuditQuery, signal: AbortSignal): Promise<AuditList> =>
  callApi('GET', `/api/admin/audit?${parametersOf(query)}`, { signal });

interface AuditFiltersProps extends Pick<AuditList, 'people' | 'actions'> {
  query: AuditQuery;
  onChange(part: Partial<AuditQuery>): void;
}

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
  const { query, changeQuery, value, runAction } = list;
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
          onChange={changeQuery}
        />
      }
      loading="Loading the audit log"
      summary={({ result }) => pluralize(result, 'entry', 'entries')}
      beside={
        <>
          {isFiltered && (
            <SmallButton label="Clear filters" onClick={() => changeQuery(everything)} />
          )}
          {value !== null && value.result > 0 && (
            <SmallButton
              label="Export as CSV"
              onClick={() =>
                void runAction(() => saveEntries(query), 'The file could not be created.')
              }
            />
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

/** Filters by person, action and day. */
function AuditFilters({ query, people, actions, onChange }: AuditFiltersProps) {
  return (
    <>
      <label className="field">
        <span className="field__label">Person</span>
        <select value={query.by} onChange={(event) => onChange({ by: event.currentTarget.value })}>
          <option value="">Everyone</option>
          {people.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
          <option value="machine">Commands on the server</option>
        </select>
      </label>
      <label className="field">
        <span className="field__label">Action</span>
        <select
          value={query.action}
          onChange={(event) => onChange({ action: event.currentTarget.value })}
        >
          <option value="">Everything</option>
          {actions.map(({ action, what }) => (
            <option key={action} value={action}>
              {what}
            </option>
          ))}
        </select>
      </label>
      {(['from', 'to'] as const).map((name) => (
        <label key={name} className="field">
          <span className="field__label">{name === 'from' ? 'From' : 'To'}</span>
          <input
            type="date"
            value={query[name]}
            onChange={(event) => onChange({ [name]: event.currentTarget.value })}
          />
        </label>
      ))}
    </>
  );
}

/** Downloads all entries of a query as a file. */
async function saveEntries({ page, ...filter }: AuditQuery): Promise<void> {
  const path = `/api/admin/audit/export?${parametersOf(filter)}`;
  saveCsv(await callApi<z.infer<typeof auditExportResponse>>('GET', path));
}
