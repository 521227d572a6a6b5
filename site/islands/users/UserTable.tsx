import type { UserSort } from '#contracts/user-list.ts';
import { longDate } from '../../format/dates.ts';
import type { User, UserQuery } from './user-calls.ts';

interface Props {
  users: User[];
  sort: UserQuery['sort'];
  onSort(sort: UserQuery['sort']): void;
  onEdit(user: User): void;
  onDelete(user: User): void;
}

/** Labels of the columns, by which the table can be sorted. */
export const sortNames: Record<UserSort, string> = {
  first: 'First Name',
  last: 'Last Name',
  email: 'Email ID',
  type: 'Account Type',
  anniversary: 'Anniversary',
  joined: 'Member Since',
};

/** One row for each user, with the documented columns. */
export function UserTable({ users, sort, onSort, onEdit, onDelete }: Props) {
  const [sorted, order] = sort.split(' ');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard.
    <section className="table-frame" tabIndex={0} aria-label="Users">
      <table className="table users__table">
        <thead>
          <tr>
            <th scope="col">Avatar</th>
            {(Object.keys(sortNames) as UserSort[]).map((column) => (
              <th
                key={column}
                scope="col"
                aria-sort={
                  sorted !== column ? undefined : order === 'asc' ? 'ascending' : 'descending'
                }
              >
                <button
                  type="button"
                  className="users__by"
                  onClick={() => onSort(`${column} ${sort === `${column} asc` ? 'desc' : 'asc'}`)}
                >
                  {sortNames[column]}
                  <span aria-hidden="true">
                    {sorted === column ? (order === 'asc' ? ' ↑' : ' ↓') : ''}
                  </span>
                </button>
              </th>
            ))}
            <th scope="col" className="table__actions">
              Actions
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <UserRow
              key={user._id}
              user={user}
              onEdit={() => onEdit(user)}
              onDelete={() => onDelete(user)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const states = {
  active: null,
  suspended: ['Suspended', 'chip--deleted'],
  invited: ['Invited', 'chip--draft'],
} as const;

interface RowProps {
  user: User;
  onEdit(): void;
  onDelete(): void;
}

function UserRow({ user, onEdit, onDelete }: RowProps) {
  const state = states[user.state];
  return (
    <tr>
      <td className="users__face">
        <Avatar user={user} />
      </td>
      <th scope="row">{user.firstName}</th>
      <td className="users__last">{user.lastName}</td>
      <td className="users__email">{user.email}</td>
      <td>
        <span className="users__type">
          {user.accountType}
          {user.self && <span className="label">you</span>}
          {state && <span className={`chip ${state[1]}`}>{state[0]}</span>}
        </span>
      </td>
      <td>
        <span className="users__name" aria-hidden="true">
          Anniversary{' '}
        </span>
        <time dateTime={user.anniversary}>{longDate(user.anniversary)}</time>
      </td>
      <td>
        <span className="users__name" aria-hidden="true">
          Member since{' '}
        </span>
        <time dateTime={user.createdAt}>{longDate(user.createdAt)}</time>
      </td>
      <td className="table__actions">
        {user.self ? (
          <a className="button button--small" href="/account">
            Account
          </a>
        ) : (
          <span className="users__actions">
            <button type="button" className="button button--small" onClick={onEdit}>
              Edit<span className="quiet"> {user.name}</span>
            </button>
            <button
              type="button"
              className="button button--small button--danger"
              onClick={onDelete}
            >
              Delete<span className="quiet"> {user.name}</span>
            </button>
          </span>
        )}
      </td>
    </tr>
  );
}

/** The profile picture, or a tile with the initials. */
export function Avatar({ user }: { user: User }) {
  if (user.avatar) {
    return <img className="users__avatar" src={user.avatar} alt="" width={40} height={40} />;
  }
  const initials = [user.firstName, user.lastName].map((name) => [...name][0] ?? '').join('');
  return (
    <span className="users__avatar users__avatar--plate" aria-hidden="true">
      {initials.toUpperCase()}
    </span>
  );
}
