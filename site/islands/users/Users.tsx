import type { z } from 'zod';
import type { ListedUser, UserFilter, UserSort, userListResponse } from '#contracts/user-list.ts';
import { callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';
import { pluralize } from '../../format/pluralize.ts';
import { ListPage, useList } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { AddUserDialog, DeleteUserDialog, EditUserDialog } from './UserDialogs.tsx';

interface UserQuery {
  search: string;
  show: UserFilter;
  /** Column and direction. */
  sort: `${UserSort} ${'asc' | 'desc'}`;
  page: number;
}

interface UserTableProps {
  users: ListedUser[];
  sort: UserQuery['sort'];
  onSort(sort: UserQuery['sort']): void;
  onEdit(user: ListedUser): void;
  onDelete(user: ListedUser): void;
}

/** Labels of the columns, by which the table can be sorted. */
const sortNames: Record<UserSort, string> = {
  first: 'First Name',
  last: 'Last Name',
  email: 'Email ID',
  type: 'Account Type',
  anniversary: 'Anniversary',
  joined: 'Member Since',
};

const states = {
  active: null,
  suspended: ['Suspended', 'chip--deleted'],
  invited: ['Invited', 'chip--draft'],
} as const;

interface RowProps {
  user: ListedUser;
  onEdit(): void;
  onDelete(): void;
}

const filters: { value: UserFilter; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'admins', name: 'Admins' },
  { value: 'members', name: 'Members' },
  { value: 'invited', name: 'Invited' },
  { value: 'suspended', name: 'Suspended' },
];
const orders = Object.entries(sortNames).flatMap(([sort, name]) => [
  { value: `${sort} asc`, name: `${name}, ascending` },
  { value: `${sort} desc`, name: `${name}, descending` },
]);
const spec = {
  defaults: { search: '', show: 'all', sort: 'joined desc', page: 1 } as UserQuery,
  allowed: { show: filters, sort: orders },
  load: listUsers,
};

/** All accounts, with the actions of an admin. */
export function Users() {
  const list = useList(spec);
  const { query, changeQuery, runAction, open } = list;
  return (
    <ListPage
      list={list}
      title="User Management"
      actions={
        <button
          type="button"
          className="button button--main"
          onClick={() =>
            open((onClose) => <AddUserDialog runAction={runAction} onClose={onClose} />)
          }
        >
          Add User
        </button>
      }
      filter={{ name: 'show', options: filters }}
      search={{ placeholder: 'Name or email', maxLength: 80 }}
      order={{ options: orders, className: 'users__sort' }}
      loading="Loading the users"
      summary={({ result, counts }) =>
        `${pluralize(result, 'user')}, ${pluralize(counts.admins, 'admin')} in total`
      }
      empty={
        <EmptyState title="No users here">
          {query.search ? 'No names or emails match your search.' : 'No users with this status.'}
        </EmptyState>
      }
      pageLabels={{ back: 'Back', on: 'Next' }}
    >
      {({ users }) => (
        <UserTable
          users={users}
          sort={query.sort}
          onSort={(sort) => changeQuery({ sort })}
          onEdit={(user) =>
            open((onClose) => (
              <EditUserDialog user={user} runAction={runAction} onClose={onClose} />
            ))
          }
          onDelete={(user) =>
            open((onClose) => (
              <DeleteUserDialog user={user} runAction={runAction} onClose={onClose} />
            ))
          }
        />
      )}
    </ListPage>
  );
}

/** One row for each user, with the documented columns. */
function UserTable({ users, sort, onSort, onEdit, onDelete }: UserTableProps) {
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
            <SmallButton label="Edit" of={user.name} onClick={onEdit} />
            <SmallButton variant="danger" label="Delete" of={user.name} onClick={onDelete} />
          </span>
        )}
      </td>
    </tr>
  );
}

/** The profile picture, or a tile with the initials. */
function Avatar({ user }: { user: ListedUser }) {
  if (user.avatar) {
    return <img className="users__avatar" src={user.avatar} alt="" width={40} height={40} />;
  }
  const initials = [user.firstName, user.lastName].map((name) => [...name][0] ?? '').join('');
  return (
    <span className="users__avatar users__avatar--initials" aria-hidden="true">
      {initials.toUpperCase()}
    </span>
  );
}

function listUsers(
  query: UserQuery,
  signal: AbortSignal,
): Promise<z.infer<typeof userListResponse>> {
  const [sort = '', order = ''] = query.sort.split(' ');
  const search = new URLSearchParams({ ...query, sort, order, page: String(query.page) });
  return callApi('GET', `/api/admin/users?${search}`, { signal });
}
