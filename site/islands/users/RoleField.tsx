import { RadioField } from './RadioField.tsx';

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
    <RadioField
      name="role"
      legend="Account type"
      choices={roles}
      chosen={role}
      onChoose={onChange}
    />
  );
}
