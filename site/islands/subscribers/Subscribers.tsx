import type { z } from 'zod';
import type {
  SubscriberResponse,
  subscriberExportResponse,
  subscriberListResponse,
} from '#contracts/subscriber.ts';
import { callApi } from '../../client/api-client.ts';
import { saveCsv } from '../../client/save-file.ts';
import { longDate } from '../../format/dates.ts';
import { pluralize } from '../../format/pluralize.ts';
import { DeleteDialog } from '../ui/Dialogs.tsx';
import { ListPage, loadFrom, useList } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { TableHead } from '../ui/TableHead.tsx';

type Subscriber = SubscriberResponse;

type SubscriberList = z.infer<typeof subscriberListResponse>;

interface SubscriberQuery {
  show: 'all' | 'confirmed' | 'unconfirmed';
  search: string;
  page: number;
}

const deleteSubscriber = (id: string): Promise<unknown> =>
  callApi('DELETE', `/api/admin/subscribers/${encodeURIComponent(id)}`);

interface SubscriberTableProps {
  subscribers: Subscriber[];
  onDelete(subscriber: Subscriber): void;
}

const forwarding = { off: null, waiting: 'Pending (form service)', done: 'Forwarded' } as const;

const filters: { value: SubscriberQuery['show']; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'confirmed', name: 'Confirmed' },
  { value: 'unconfirmed', name: 'Unconfirmed' },
];
const spec = {
  defaults: { show: 'all', search: '', page: 1 } as SubscriberQuery,
  allowed: { show: filters },
  load: loadFrom<SubscriberList>('/api/admin/subscribers'),
};

/** Subscribers of the newsletter, newest first. */
export function Subscribers() {
  const list = useList(spec);
  const { query, value, runAction } = list;
  const confirmDelete = ({ _id, email }: Subscriber) =>
    list.open((onClose) => (
      <DeleteDialog
        title={`Delete ${email}?`}
        onClose={onClose}
        onConfirm={() =>
          runAction(
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
      search={{ placeholder: 'Beginning of an email', maxLength: 254 }}
      loading="Loading the subscribers"
      summary={({ result, confirmed }) =>
        `${pluralize(result, 'subscriber')}, ${confirmed} confirmed in total`
      }
      beside={
        value !== null &&
        value.confirmed > 0 && (
          <SmallButton
            label="Export confirmed subscribers as CSV"
            onPress={() => runAction(saveExport)}
          />
        )
      }
      empty={<NoSubscribers query={query} />}
    >
      {({ subscribers }) => <SubscriberTable subscribers={subscribers} onDelete={confirmDelete} />}
    </ListPage>
  );
}

function NoSubscribers({ query: { show, search } }: { query: SubscriberQuery }) {
  if (search !== '') {
    return <EmptyState title="Nothing found">No emails begin with your search.</EmptyState>;
  }
  return (
    <EmptyState title={show === 'all' ? 'No subscribers yet' : 'No subscribers here'}>
      {show === 'unconfirmed'
        ? 'All sign-ups have been confirmed or were deleted after seven days.'
        : 'People who subscribe on the blog and confirm by email appear here.'}
    </EmptyState>
  );
}

/** Table with one row per email address. */
function SubscriberTable({ subscribers, onDelete }: SubscriberTableProps) {
  return (
    <table className="table table--cards">
      <TableHead
        columns={['Email', 'State', 'Form', 'Requested']}
        actions={<span className="visually-hidden">Actions</span>}
      />
      <tbody>
        {subscribers.map((subscriber) => (
          <tr key={subscriber._id}>
            <th scope="row">{subscriber.email}</th>
            <td>
              <span className={subscriber.confirmed ? 'chip chip--live' : 'chip chip--draft'}>
                {subscriber.confirmed ? 'Confirmed' : 'Unconfirmed'}
              </span>
              {forwarding[subscriber.forwarded] && (
                <span className="label list__note">{forwarding[subscriber.forwarded]}</span>
              )}
            </td>
            <td>{subscriber.from === 'Newsletter' ? 'Article' : 'Blog'}</td>
            <td>
              <time dateTime={subscriber.requestedAt}>{longDate(subscriber.requestedAt)}</time>
            </td>
            <td className="table__actions">
              <SmallButton
                variant="danger"
                label="Delete"
                of={subscriber.email}
                onClick={() => onDelete(subscriber)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Downloads all confirmed subscribers as a file. */
async function saveExport(): Promise<void> {
  const path = '/api/admin/subscribers/export';
  saveCsv(await callApi<z.infer<typeof subscriberExportResponse>>('GET', path));
}
