import { useCallback, useEffect, useState } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { knownOf, sentence, useLoaded } from '../use-loaded.ts';
import { useReloadWhile } from '../use-reload-while.ts';
import { MailRow } from './MailRow.tsx';
import {
  cancelMail,
  listMails,
  type Mail,
  type MailFilter,
  type MailList,
  retryMail,
} from './mail-calls.ts';
import { SendAgainDialog } from './SendAgainDialog.tsx';

export type OutboxFilter = MailFilter;

interface Props {
  show: OutboxFilter;
  /** _id of the newsletter whose mails are shown; null for all mails. */
  newsletter: string | null;
  onWay(way: MailList['way']): void;
  onRead(file: string): void;
}

/** Mails that wait, were sent, or could not be, newest first. */
export function Outbox({ show, newsletter, onWay, onRead }: Props) {
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<Mail | null>(null);
  const load = useCallback(
    (signal: AbortSignal) => listMails(show, newsletter, page, signal),
    [show, newsletter, page],
  );
  const { loaded, reload } = useLoaded(load);
  const list = knownOf(loaded);
  useEffect(() => {
    if (list) onWay(list.way);
  }, [list, onWay]);
  // What waits is soon sent: the list follows without being asked.
  const moving = loaded.state === 'ready' && loaded.value.waiting > 0;
  useReloadWhile(moving, reload);

  async function act(mail: Mail, call: (id: string) => Promise<{ msg: string }>) {
    try {
      const { msg } = await call(mail._id);
      void showToast({ type: 'SUCCESS', message: msg });
    } catch (error) {
      void showToast({
        type: 'error',
        message: `The mail to ${mail.to} stays as it was. ${sentence(error)}`,
      });
    }
    reload();
  }
  const onRetry = (mail: Mail) =>
    mail.state === 'unknown' ? setAsked(mail) : void act(mail, retryMail);

  return (
    <>
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={page}
        onPage={setPage}
        loading="Loading the mails"
        summary={summaryOf}
        empty={<Empty show={show} />}
      >
        {({ mails }) => (
          <ul className="mails">
            {mails.map((mail) => (
              <li key={mail._id}>
                <MailRow
                  mail={mail}
                  onRead={onRead}
                  onRetry={() => onRetry(mail)}
                  onCancel={() => void act(mail, cancelMail)}
                />
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
      {asked && (
        <SendAgainDialog
          mail={asked}
          onClose={() => setAsked(null)}
          onConfirm={() => void act(asked, retryMail)}
        />
      )}
    </>
  );
}

function summaryOf({ result, waiting, trouble }: MailList): string {
  const mails = result === 1 ? '1 mail' : `${result} mails`;
  return `${mails}, ${waiting} waiting, ${trouble} in trouble in all`;
}

function Empty({ show }: { show: OutboxFilter }) {
  const [title, text] = (
    {
      all: ['No mails yet', 'What the site sends stands here, with what became of it.'],
      waiting: ['Nothing waits', 'Every mail has left, or could not.'],
      sent: ['Nothing was sent yet', 'Mails that have left stand here for 90 days.'],
      trouble: ['No trouble', 'No mail was refused, and of each it is known what became of it.'],
    } as const
  )[show];
  return <EmptyState title={title}>{text}</EmptyState>;
}
