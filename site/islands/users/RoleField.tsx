import { RadioField } from './RadioField.tsx';

const roles = [
  { value: 0, name: 'Basic', means: 'Likes, saves and comments.' },
  { value: 1, name: 'Admin', means: 'Full access, including user management.' },
] as const;

/**
 * The role of an account.
 * @param defaultValue the initially selected role
 */
export function RoleField({ defaultValue }: { defaultValue: number }) {
  return (
    <RadioField name="role" legend="Account type" choices={roles} defaultValue={defaultValue} />
  );
}
