import type { z } from 'zod';
import type {
  ContactMessageResponse,
  messageChangeResponse,
  messageListResponse,
} from '#contracts/contact.ts';
import { callApi } from '../../client/api-client.ts';
import { pluralize } from '../../format/pluralize.ts';
import { DeleteDialog } from '../ui/Dialogs.tsx';
import { ListPage, loadFrom, useList } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { ZonedTime } from '../ui/ZonedTime.tsx';

type Message = ContactMessageResponse;

type MessageList = z.infer<typeof messageListResponse>;

interface MessageQuery {
  show: 'all' | 'unread';
  page: number;
}

const messageApiPath = (id: string) => `/api/admin/messages/${encodeURIComponent(id)}`;

const markMessage = (id: string, read: boolean): Promise<z.infer<typeof messageChangeResponse>> =>
  callApi('PUT', messageApiPath(id), { body: { read } });

const deleteMessage = (id: string): Promise<unknown> => callApi('DELETE', messageApiPath(id));

interface MessageCardProps {
  message: Message;
  onMark(read: boolean): Promise<unknown>;
  onDelete(): void;
}

const filters: { value: MessageQuery['show']; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'unread', name: 'Unread' },
];
const spec = {
  defaults: { show: 'all', page: 1 } as MessageQuery,
  allowed: { show: filters },
  load: loadFrom<MessageList>('/api/admin/messages'),
};

/** Messages from the contact page, newest first. */
export function Inbox() {
  const list = useList(spec);
  const change = (message: Message, call: () => Promise<unknown>, msg: string) =>
    list.runAction(
      () => call().then(() => ({ msg })),
      `The message of ${message.name} was not changed.`,
    );
  const isUnread = list.query.show === 'unread';
  return (
    <ListPage
      list={list}
      title="Messages"
      filter={{ name: 'show', options: filters }}
      loading="Loading your messages"
      summary={({ result, unread }) => `${pluralize(result, 'message')}, ${unread} unread`}
      empty={
        <EmptyState title={isUnread ? 'All read' : 'No messages yet'}>
          {isUnread
            ? 'No unread messages. Use the filter “All” to see earlier messages.'
            : 'Messages from the contact page appear here and are also emailed to you.'}
        </EmptyState>
      }
    >
      {({ messages }) => (
        <ul className="entries">
          {messages.map((message) => (
            <li key={message._id}>
              <MessageCard
                message={message}
                onMark={(read) =>
                  change(
                    message,
                    () => markMessage(message._id, read),
                    read ? 'Marked as read.' : 'Marked as unread.',
                  )
                }
                onDelete={() =>
                  list.open((onClose) => (
                    <DeleteDialog
                      title={`Delete the message of ${message.name}?`}
                      onClose={onClose}
                      onConfirm={() =>
                        change(message, () => deleteMessage(message._id), 'Deleted.')
                      }
                    >
                      This cannot be undone.
                    </DeleteDialog>
                  ))
                }
              />
            </li>
          ))}
        </ul>
      )}
    </ListPage>
  );
}

/** A message with its actions. Its text is shown as plain text, never as HTML. */
function MessageCard({ message, onMark, onDelete }: MessageCardProps) {
  const { _id, name, email, read, emailed, receivedAt } = message;
  const of = `the message of ${name}`;
  return (
    <article className={read ? 'entry' : 'entry message--unread'} aria-labelledby={`by-${_id}`}>
      <p className="meta">
        {!read && <span className="message__new">Unread</span>}
        <ZonedTime iso={receivedAt} />
        {!emailed && <span>not emailed</span>}
      </p>
      <h2 id={`by-${_id}`} dir="auto">
        {name}
      </h2>
      <p className="entry__person">
        <a href={`mailto:${email}`}>{email}</a>
      </p>
      <p className="message__text" dir="auto">
        {message.message}
      </p>
      <p className="entry__actions">
        <a
          className="button button--small"
          href={`mailto:${email}?subject=${encodeURIComponent('Re: your message')}`}
        >
          Reply<span className="visually-hidden"> {name}</span>
        </a>
        <SmallButton
          label={read ? 'Mark as unread' : 'Mark as read'}
          of={of}
          onPress={() => onMark(!read)}
        />
        <SmallButton variant="danger" label="Delete" of={of} onClick={onDelete} />
      </p>
    </article>
  );
}
