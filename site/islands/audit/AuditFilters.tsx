import type { AuditList, Filter } from './audit-calls.ts';

interface Props extends Pick<AuditList, 'people' | 'actions'> {
  filter: Filter;
  onChange(part: Partial<Filter>): void;
}

/** By person, by action, by day. */
export function AuditFilters({ filter, people, actions, onChange }: Props) {
  return (
    <search className="inbox__filters audit__filters">
      <label className="field">
        <span className="field__label">Person</span>
        <select value={filter.by} onChange={(event) => onChange({ by: event.currentTarget.value })}>
          <option value="">Everybody</option>
          {people.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
          <option value="machine">Commands on the machine</option>
        </select>
      </label>
      <label className="field">
        <span className="field__label">Action</span>
        <select
          value={filter.action}
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
      <label className="field">
        <span className="field__label">From</span>
        <input
          type="date"
          value={filter.from}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
      </label>
      <label className="field">
        <span className="field__label">To</span>
        <input
          type="date"
          value={filter.to}
          onChange={(event) => onChange({ to: event.currentTarget.value })}
        />
      </label>
    </search>
  );
}
