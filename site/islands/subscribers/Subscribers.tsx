import { pluralize } from '../../format/pluralize.ts';
import { DeleteDialog } from '../ui/DeleteDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { useList } from '../ui/use-list.tsx';
import { SubscriberTable } from './SubscriberTable.tsx';
import {
  deleteSubscriber,
  listSubscribers,
  type Subscriber,
  type SubscriberQuery,
  saveExport,
} from './subscriber-calls.ts';

const filters: { value: SubscriberQuery['show']; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'confirmed', name: 'Confirmed' },
  { value: 'unconfirmed', name: 'Unconfirmed' },
];
const spec = {
  defaults: { show: 'all', page: 1 } as SubscriberQuery,
  allowed: { show: filters },
  load: listSubscribers,
};

/** Subscribers of the newsletter, newest first. */
export function Subscribers() {
  const list = useList(spec);
  const { query, value, act } = list;
  const askToDelete = ({ _id, email }: Subscriber) =>
    list.open((onClose) => (
      <DeleteDialog
        title={`Delete ${email}?`}
        onClose={onClose}
        onConfirm={() =>
          void act(
            () => deleteSubscriber(_id).then(() => ({ msg: 'Deleted.' })),
            `${email} was not deleted.`,
          )
        }
      >
        The address will be permanently deleted. Its owner can subscribe again.
      </DeleteDialog>
    ));
  return (
    <ListPage
      list={list}
      title="Subscribers"
      filter={{ name: 'show', options: filters }}
      tools={
        value !== null &&
        value.confirmed > 0 && (
          <button
            type="button"
            className="button button--small"
            onClick={() => void act(saveExport)}
          >
            Export confirmed subscribers as CSV
          </button>
        )
      }
      loading="Loading the subscribers"
      summary={({ result, confirmed }) =>
        `${pluralize(result, 'subscriber')}, ${confirmed} confirmed in total`
      }
      empty={
        <EmptyState title={query.show === 'all' ? 'No subscribers yet' : 'No subscribers here'}>
          {query.show === 'unconfirmed'
            ? 'All sign-ups have been confirmed or were deleted after seven days.'
            : 'People who subscribe on the blog and confirm by email appear here.'}
        </EmptyState>
      }
    >
      {({ subscribers }) => <SubscriberTable subscribers={subscribers} onDelete={askToDelete} />}
    </ListPage>
  );
}
