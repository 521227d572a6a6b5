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
import { Field, SelectField } from '../ui/Field.tsx';
import { ListPage, loadFrom, parametersOf, useList } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';

type Entry = AuditEntry;

type AuditList = z.infer<typeof auditListResponse>;

/** Empty values match everything. */
type AuditQuery = { [Name in keyof AuditFilter]-?: string } & { page: number };

interface AuditFiltersProps extends Pick<AuditList, 'people' | 'actions'> {
  query: AuditQuery;
  onChange(part: Partial<AuditQuery>, how?: 'replace'): void;
}

const day = /^\d{4}-\d\d-\d\d$/;
const everything = { by: '', action: '', from: '', to: '' };
const spec = {
  defaults: { ...everything, page: 1 },
  allowed: { from: day, to: day },
  load: loadFrom<AuditList>('/api/admin/audit'),
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
              onPress={() => runAction(() => saveEntries(query), 'The file could not be created.')}
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
      <p className="audit__action">
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
      <SelectField
        label="Person"
        name="by"
        value={query.by}
        options={[
          { value: '', name: 'Everyone' },
          ...people.map(({ _id, name }) => ({ value: _id, name })),
          { value: 'machine', name: 'Commands on the server' },
        ]}
        onChange={(by) => onChange({ by })}
      />
      <SelectField
        label="Action"
        name="action"
        value={query.action}
        options={[
          { value: '', name: 'Everything' },
          ...actions.map(({ action, what }) => ({ value: action, name: what })),
        ]}
        onChange={(action) => onChange({ action })}
      />
      {(['from', 'to'] as const).map((name) => (
        <Field
          key={name}
          label={name === 'from' ? 'From' : 'To'}
          name={name}
          type="date"
          value={query[name]}
          // Each digit of a typed year is a change.
          onChange={(day) => onChange({ [name]: day }, 'replace')}
        />
      ))}
    </>
  );
}

/** Downloads all entries of a query as a file. */
async function saveEntries({ page, ...filter }: AuditQuery): Promise<void> {
  const path = `/api/admin/audit/export?${parametersOf(filter)}`;
  saveCsv(await callApi<z.infer<typeof auditExportResponse>>('GET', path));
}
