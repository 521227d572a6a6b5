import { useState } from 'react';
import { saveFile } from '../../client/save-file.ts';
import { pluralize } from '../../format/pluralize.ts';
import { showToast } from '../../stores/toasts.ts';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { ListPage, onePage, useList } from '../ui/ListPage.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { usePolling } from '../ui/timers.ts';
import { errorMessage } from '../ui/use-fetch.ts';
import { EmailReader } from './EmailReader.tsx';
import { EmailRow, FolderRow, NewsletterRow } from './MailRows.tsx';
import {
  cancelEmail,
  cancelNewsletter,
  type Email,
  type EmailFilter,
  listEmails,
  listFolder,
  listNewsletters,
  type Newsletter,
  readFolderSource,
  retryEmail,
} from './mail-api.ts';

type View = EmailFilter | 'newsletters' | 'folder';

interface Query {
  show: View;
  /** ID of the newsletter whose emails are shown; empty for all. */
  newsletter: string;
  page: number;
}

const filters: { value: View; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'waiting', name: 'Waiting' },
  { value: 'sent', name: 'Sent' },
  { value: 'failed', name: 'Needs attention' },
  { value: 'newsletters', name: 'Newsletters' },
];
const folder = { value: 'folder', name: 'Mail folder' } as const;

async function loadMailList({ show, newsletter, page }: Query, signal: AbortSignal) {
  if (show === 'folder') {
    return { kind: 'folder', ...(await listFolder(page, signal)) } as const;
  }
  if (show === 'newsletters') {
    const list = await listNewsletters(signal);
    return { kind: 'newsletters', ...list, ...onePage(list.newsletters.length) } as const;
  }
  return { kind: 'emails', ...(await listEmails({ show, newsletter, page }, signal)) } as const;
}
type List = Awaited<ReturnType<typeof loadMailList>>;

const spec = {
  defaults: { show: 'all', newsletter: '', page: 1 } as Query,
  allowed: { show: [...filters, folder] },
  load: loadMailList,
};

/** Emails of the outbox with their history, newsletters and the mail folder if no SMTP server is configured. */
export function MailPage() {
  const list = useList(spec);
  const { query, changeQuery, runAction, open, value, withReauthentication } = list;
  const [chosen, setChosen] = useState<Newsletter | null>(null);
  const [hasFolder, setHasFolder] = useState(query.show === 'folder');
  const isFolder = value?.kind === 'emails' ? value.transport === 'file' : hasFolder;
  if (isFolder !== hasFolder) setHasFolder(isFolder);
  usePolling(list.loaded.state === 'ready' && isMoving(list.loaded.value), list.reload);

  async function save(file: string) {
    try {
      saveFile(file, await withReauthentication(() => readFolderSource(file)));
    } catch (error) {
      showToast({ type: 'error', message: errorMessage(error) });
    }
  }
  const read = (file: string) =>
    open((onClose) => (
      <EmailReader
        file={file}
        withReauthentication={withReauthentication}
        onSave={save}
        onClose={onClose}
      />
    ));
  const change = ({ _id, to }: Email, call: typeof retryEmail) =>
    runAction(() => call(_id), `The email to ${to} was not changed.`);
  async function retry(email: Email) {
    if (email.state !== 'unknown') return void (await change(email, retryEmail));
    open((onClose) => (
      <ConfirmDialog
        title={`Send “${email.subject}” again?`}
        confirm="Send it again"
        decline="Keep as is"
        onConfirm={() => change(email, retryEmail)}
        onClose={onClose}
      >
        It is unknown whether {email.to} received it. Resending may cause a duplicate; check your
        SMTP server log.
      </ConfirmDialog>
    ));
  }
  const cancel = ({ _id, article }: Newsletter) =>
    runAction(() => cancelNewsletter(_id), `“${article.title}” is still being sent.`);

  return (
    <ListPage
      list={list}
      title="Email"
      lead={
        isFolder && (
          <p className="mail__way">
            No SMTP server is configured: emails are saved to the mail folder and not sent. Set{' '}
            <code>SMTP_URL</code> to send them.
          </p>
        )
      }
      filter={{ name: 'show', options: isFolder ? [...filters, folder] : filters }}
      tools={
        query.newsletter !== '' &&
        value?.kind === 'emails' && (
          <p className="banner mail__only">
            <span>
              Only emails of{' '}
              {chosen?._id === query.newsletter ? `“${chosen.article.title}”` : 'one newsletter'}.
            </span>
            <SmallButton label="Show all emails" onClick={() => changeQuery({ newsletter: '' })} />
          </p>
        )
      }
      loading="Loading emails"
      summary={summaryOf}
      empty={<NoEmails show={query.show} />}
    >
      {(shown) => (
        <ul className="entries">
          {shown.kind === 'emails' &&
            shown.emails.map((email) => (
              <li key={email._id}>
                <EmailRow
                  email={email}
                  onRead={read}
                  onRetry={() => retry(email)}
                  onCancel={() => change(email, cancelEmail)}
                />
              </li>
            ))}
          {shown.kind === 'folder' &&
            shown.emails.map((email) => (
              <li key={email.file}>
                <FolderRow email={email} onRead={read} onSave={save} />
              </li>
            ))}
          {shown.kind === 'newsletters' &&
            shown.newsletters.map((newsletter) => (
              <li key={newsletter._id}>
                <NewsletterRow
                  newsletter={newsletter}
                  onShow={() => {
                    setChosen(newsletter);
                    changeQuery({ show: 'all', newsletter: newsletter._id });
                  }}
                  onCancel={() => cancel(newsletter)}
                />
              </li>
            ))}
        </ul>
      )}
    </ListPage>
  );
}

/** True if emails are sent within moments. */
function isMoving(list: List): boolean {
  if (list.kind === 'newsletters') return list.newsletters.some(({ state }) => state === 'sending');
  return list.kind === 'emails' && list.waiting > 0;
}

function summaryOf(list: List): string {
  switch (list.kind) {
    case 'folder':
      return `${pluralize(list.result, 'email')} in the mail folder`;
    case 'newsletters':
      return `${pluralize(list.result, 'newsletter')}, ${pluralize(list.subscribers, 'subscriber')}`;
    case 'emails': {
      const { result, waiting, failed } = list;
      return `${pluralize(result, 'email')}, ${waiting} waiting, ${failed} failed in total`;
    }
  }
}

function NoEmails({ show }: { show: View }) {
  const [title, text] = (
    {
      all: ['No emails yet', 'Emails that the site sends appear here with their status.'],
      waiting: ['Nothing is waiting', 'All emails have been sent or have failed.'],
      sent: ['No emails sent yet', 'Sent emails stay here for 90 days.'],
      failed: ['No failures', 'No failed or unconfirmed emails.'],
      newsletters: [
        'No newsletter yet',
        'Tick “Send to subscribers” in the editor when you publish an article.',
      ],
      folder: [
        'The mail folder is empty',
        'Emails that the site would send appear here as .eml files.',
      ],
    } as const
  )[show];
  return <EmptyState title={title}>{text}</EmptyState>;
}
