import { pluralize } from '../../format/pluralize.ts';
import { DeleteDialog } from '../ui/DeleteDialog.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ListPage } from '../ui/ListPage.tsx';
import { useList } from '../ui/use-list.tsx';
import { MessageCard } from './MessageCard.tsx';
import {
  deleteMessage,
  listMessages,
  type Message,
  type MessageQuery,
  markMessage,
} from './message-calls.ts';

const filters: { value: MessageQuery['show']; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'unread', name: 'Unread' },
];
const spec = {
  defaults: { show: 'all', page: 1 } as MessageQuery,
  allowed: { show: filters },
  load: listMessages,
};

/** Messages from the contact page, newest first. */
export function Inbox() {
  const list = useList(spec);
  const change = (message: Message, call: () => Promise<unknown>, msg: string) =>
    list.act(() => call().then(() => ({ msg })), `The message of ${message.name} was not changed.`);
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
        <ul className="inbox">
          {messages.map((message) => (
            <li key={message._id}>
              <MessageCard
                message={message}
                onMark={(read) =>
                  void change(
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
                        void change(message, () => deleteMessage(message._id), 'Deleted.')
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
