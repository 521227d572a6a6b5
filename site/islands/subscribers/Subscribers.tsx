import { useState } from 'react';
import { counted } from '../../lib/format.ts';
import { Choices } from '../Choices.tsx';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { knownOf } from '../use-loaded.ts';
import { SubscriberTable } from './SubscriberTable.tsx';
import type { Subscriber, SubscriberQuery } from './subscriber-calls.ts';
import { useSubscribers } from './use-subscribers.ts';

const filters: { value: SubscriberQuery['show']; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'confirmed', name: 'Confirmed' },
  { value: 'unconfirmed', name: 'Unconfirmed' },
];

/** Who wants mail, newest first. */
export function Subscribers() {
  const [show, setShow] = useState<SubscriberQuery['show']>('all');
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<Subscriber | null>(null);
  const { loaded, reload, remove, save, dialog } = useSubscribers({ show, page });
  const list = knownOf(loaded);

  return (
    <section aria-labelledby="subscribers-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title inbox__title">
        <h1 id="subscribers-title">Subscribers</h1>
      </div>
      <div className="inbox__filters subscribers__bar">
        <Choices
          name="show"
          choices={filters}
          chosen={show}
          onChoose={(next) => {
            setShow(next);
            setPage(1);
          }}
        />
        {list !== null && list.confirmed > 0 && (
          <button type="button" className="button button--small" onClick={() => void save()}>
            Export the confirmed as CSV
          </button>
        )}
      </div>
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={page}
        onPage={setPage}
        loading="Loading the subscribers"
        summary={({ result, confirmed }) =>
          `${counted(result, 'address', 'addresses')}, ${confirmed} confirmed in all`
        }
        empty={<Empty show={show} />}
      >
        {({ subscribers }) => <SubscriberTable subscribers={subscribers} onDelete={setAsked} />}
      </ListFrame>
      {asked && (
        <DeleteDialog
          title={`Delete ${asked.email}?`}
          onClose={() => setAsked(null)}
          onConfirm={() => remove(asked)}
        >
          The address is forgotten for good. Whoever it belongs to can subscribe again.
        </DeleteDialog>
      )}
      {dialog}
    </section>
  );
}

function Empty({ show }: { show: SubscriberQuery['show'] }) {
  return (
    <EmptyState title={show === 'all' ? 'No subscribers yet' : 'Nobody here'}>
      {show === 'unconfirmed'
        ? 'Everybody who asked has confirmed, or was forgotten after seven days.'
        : 'Who subscribes on the blog or below an article, and confirms by mail, stands here.'}
    </EmptyState>
  );
}
