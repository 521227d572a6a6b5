interface Props {
  role: number;
  onChange(role: number): void;
}

const roles = [
  { value: 0, name: 'Basic', means: 'Likes, saves and comments.' },
  { value: 1, name: 'Admin', means: 'Everything that you can do, users included.' },
] as const;

/** Which of the two kinds of account. */
export function RoleField({ role, onChange }: Props) {
  return (
    <fieldset className="users__roles">
      <legend className="field__label">Account type</legend>
      {roles.map(({ value, name, means }) => (
        <label key={value} className="check">
          <input
            type="radio"
            name="role"
            checked={role === value}
            onChange={() => onChange(value)}
          />
          <span>
            {name}
            <small>{means}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
