import { RadioField } from './RadioField.tsx';

const roles = [
  { value: 0, name: 'Basic', means: 'Likes, saves and comments.' },
  { value: 1, name: 'Admin', means: 'Full access, including user management.' },
] as const;

/**
 * The role of an account.
 * @param usual the initially selected role
 */
export function RoleField({ usual }: { usual: number }) {
  return <RadioField name="role" legend="Account type" choices={roles} usual={usual} />;
}
