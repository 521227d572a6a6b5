import { useState } from 'react';
import { counted } from '../../lib/format.ts';
import { Choices } from '../Choices.tsx';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { MessageCard } from './MessageCard.tsx';
import type { Message, MessageQuery } from './message-calls.ts';
import { useMessages } from './use-messages.ts';

const filters: { value: MessageQuery['show']; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'unread', name: 'Unread' },
];

/** What visitors wrote on /contact, newest first. */
export function Inbox() {
  const [show, setShow] = useState<MessageQuery['show']>('all');
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<Message | null>(null);
  const { loaded, reload, mark, remove } = useMessages({ show, page });

  return (
    <section aria-labelledby="inbox-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title inbox__title">
        <h1 id="inbox-title">Messages</h1>
      </div>
      <div className="inbox__filters">
        <Choices
          name="show"
          choices={filters}
          chosen={show}
          onChoose={(next) => {
            setShow(next);
            setPage(1);
          }}
        />
      </div>
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={page}
        onPage={setPage}
        loading="Loading your messages"
        summary={({ result, unread }) => `${counted(result, 'message')}, ${unread} unread`}
        empty={<Empty show={show} />}
      >
        {({ messages }) => (
          <ul className="inbox">
            {messages.map((message) => (
              <li key={message._id}>
                <MessageCard
                  message={message}
                  onMark={(read) => mark(message, read)}
                  onDelete={() => setAsked(message)}
                />
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
      {asked && (
        <DeleteDialog
          title={`Delete the message of ${asked.name}?`}
          onClose={() => setAsked(null)}
          onConfirm={() => remove(asked)}
        >
          It goes for good: there is no bin for messages.
        </DeleteDialog>
      )}
    </section>
  );
}

function Empty({ show }: { show: MessageQuery['show'] }) {
  return (
    <EmptyState title={show === 'unread' ? 'All read' : 'No messages yet'}>
      {show === 'unread'
        ? 'Nothing new. The filter “All” shows what was written before.'
        : 'What visitors write on the contact page arrives here, and by mail.'}
    </EmptyState>
  );
}
