import { useCallback, useEffect, useState } from 'react';
import type { UserFilter, UserSort } from '#contracts/user-list.ts';
import { counted } from '../../lib/format.ts';
import { Choices } from '../Choices.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { useAct } from '../use-act.tsx';
import { useLoaded } from '../use-loaded.ts';
import { AddUserDialog } from './AddUserDialog.tsx';
import { DeleteUserDialog } from './DeleteUserDialog.tsx';
import { EditUserDialog } from './EditUserDialog.tsx';
import { sortNames, UserTable } from './UserTable.tsx';
import { listUsers, type User, type UserQuery } from './user-calls.ts';

const filters: { value: UserFilter; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'admins', name: 'Admins' },
  { value: 'members', name: 'Members' },
  { value: 'invited', name: 'Invited' },
  { value: 'suspended', name: 'Suspended' },
];
/** Milliseconds without a key after which is looked for what was typed. */
const PAUSE_MS = 250;

const begin: UserQuery = { search: '', show: 'all', sort: 'joined', order: 'desc', page: 1 };

/** Everybody with an account, and what an admin can do about them. */
export function Users() {
  const [query, setQuery] = useState(begin);
  const [typed, setTyped] = useState('');
  const [adding, setAdding] = useState(false);
  const [edited, setEdited] = useState<User | null>(null);
  const [leaving, setLeaving] = useState<User | null>(null);
  const load = useCallback((signal: AbortSignal) => listUsers(query, signal), [query]);
  const { loaded, reload } = useLoaded(load);
  const { act, dialog } = useAct(reload);
  const narrow = (part: Partial<UserQuery>) =>
    setQuery((current) => ({ ...current, page: 1, ...part }));

  useEffect(() => {
    const timer = setTimeout(
      () =>
        setQuery((current) =>
          current.search === typed.trim() ? current : { ...current, search: typed.trim(), page: 1 },
        ),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [typed]);

  /** The same column again turns the order round. */
  const sortBy = (sort: UserSort) => {
    const order = query.sort === sort && query.order === 'asc' ? 'desc' : 'asc';
    narrow({ sort, order });
  };

  return (
    <section aria-labelledby="users-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title users__title">
        <h1 id="users-title">User Management</h1>
        <button type="button" className="button button--main" onClick={() => setAdding(true)}>
          Add User
        </button>
      </div>
      <div className="inbox__filters users__bar">
        <Choices
          name="show"
          choices={filters}
          chosen={query.show}
          onChoose={(show) => narrow({ show })}
        />
        <search className="users__search">
          <label className="field">
            <span className="field__label">Search</span>
            <input
              type="search"
              name="search"
              value={typed}
              maxLength={80}
              placeholder="Name or e-mail"
              autoComplete="off"
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </label>
          <label className="field users__sort">
            <span className="field__label">Order</span>
            <select
              value={`${query.sort} ${query.order}`}
              onChange={(event) => {
                const [sort, order] = event.currentTarget.value.split(' ');
                narrow({ sort: sort as UserSort, order: order as UserQuery['order'] });
              }}
            >
              {Object.entries(sortNames).map(([sort, name]) => [
                <option key={`${sort} asc`} value={`${sort} asc`}>
                  {name}, ascending
                </option>,
                <option key={`${sort} desc`} value={`${sort} desc`}>
                  {name}, descending
                </option>,
              ])}
            </select>
          </label>
        </search>
      </div>
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={query.page}
        onPage={(page) => narrow({ page })}
        loading="Loading the users"
        summary={({ result, counts }) =>
          `${counted(result, 'user')}, ${counted(counts.admins, 'admin')} in all`
        }
        empty={
          <EmptyState title="Nobody here">
            {query.search
              ? 'No name and no e-mail holds what you typed.'
              : 'Who is in this state stands here.'}
          </EmptyState>
        }
        ways={{ back: 'Back', on: 'On' }}
      >
        {({ users }) => (
          <UserTable
            users={users}
            sort={query.sort}
            order={query.order}
            onSort={sortBy}
            onEdit={setEdited}
            onDelete={setLeaving}
          />
        )}
      </ListFrame>
      {adding && <AddUserDialog act={act} onClose={() => setAdding(false)} />}
      {edited && <EditUserDialog user={edited} act={act} onClose={() => setEdited(null)} />}
      {leaving && <DeleteUserDialog user={leaving} act={act} onClose={() => setLeaving(null)} />}
      {dialog}
    </section>
  );
}
