import type { AuditList, AuditQuery } from './audit-calls.ts';

interface Props extends Pick<AuditList, 'people' | 'actions'> {
  query: AuditQuery;
  onChange(part: Partial<AuditQuery>): void;
}

/** Filters by person, action and day. */
export function AuditFilters({ query, people, actions, onChange }: Props) {
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
