import type { UserFilter } from '#contracts/user-list.ts';
import { pluralize } from '../../format/pluralize.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { useList } from '../ui/use-list.tsx';
import { AddUserDialog } from './AddUserDialog.tsx';
import { DeleteUserDialog } from './DeleteUserDialog.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';
import { sortNames, UserTable } from './UserTable.tsx';
import { listUsers, type UserQuery } from './user-calls.ts';

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
  const { query, ask, act, open } = list;
  return (
    <ListPage
      list={list}
      title="User Management"
      actions={
        <button
          type="button"
          className="button button--main"
          onClick={() => open((onClose) => <AddUserDialog act={act} onClose={onClose} />)}
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
      ways={{ back: 'Back', on: 'Next' }}
    >
      {({ users }) => (
        <UserTable
          users={users}
          sort={query.sort}
          onSort={(sort) => ask({ sort })}
          onEdit={(user) =>
            open((onClose) => <EditUserDialog user={user} act={act} onClose={onClose} />)
          }
          onDelete={(user) =>
            open((onClose) => <DeleteUserDialog user={user} act={act} onClose={onClose} />)
          }
        />
      )}
    </ListPage>
  );
}
