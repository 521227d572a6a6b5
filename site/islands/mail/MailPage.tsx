import { useState } from 'react';
import { showToast } from '../../client/show-toast.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Choices } from '../Choices.tsx';
import { useConfirmation } from '../use-act.tsx';
import { sentence } from '../use-loaded.ts';
import { Folder } from './Folder.tsx';
import { MailReader } from './MailReader.tsx';
import { type Newsletter, readFolderSource } from './mail-calls.ts';
import { Newsletters } from './Newsletters.tsx';
import { Outbox, type OutboxFilter } from './Outbox.tsx';

type View = OutboxFilter | 'newsletters' | 'folder';

const filters: { value: View; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'waiting', name: 'Waiting' },
  { value: 'sent', name: 'Sent' },
  { value: 'trouble', name: 'Trouble' },
  { value: 'newsletters', name: 'Newsletters' },
];
const folder = { value: 'folder', name: 'Mail folder' } as const;

/** The outbox of mails with its history and, while there is no mail server, the mail folder. */
export function MailPage() {
  const [view, setView] = useState<View>('all');
  const [way, setWay] = useState<'server' | 'folder' | null>(null);
  const [newsletter, setNewsletter] = useState<Newsletter | null>(null);
  const [file, setFile] = useState<string | null>(null);
  const { withConfirmation, dialog } = useConfirmation();

  async function save(name: string) {
    try {
      saveFile(name, await withConfirmation(() => readFolderSource(name)));
    } catch (error) {
      void showToast({ type: 'error', message: sentence(error) });
    }
  }

  return (
    <section aria-labelledby="mail-title">
      <div className="page-title inbox__title">
        <h1 id="mail-title">Mail</h1>
        {way === 'folder' && (
          <p className="mail__way">
            No mail server is set: mails are written to the mail folder and reach nobody. Set{' '}
            <code>SMTP_URL</code> to send them.
          </p>
        )}
      </div>
      <div className="inbox__filters">
        <Choices
          name="show"
          choices={way === 'folder' ? [...filters, folder] : filters}
          chosen={view}
          onChoose={(next) => setView(next)}
        />
      </div>
      {newsletter && view !== 'folder' && view !== 'newsletters' && (
        <p className="notice mail__only">
          <span>Only the mails of “{newsletter.article.title}”.</span>
          <button
            type="button"
            className="button button--small"
            onClick={() => setNewsletter(null)}
          >
            Show all mails
          </button>
        </p>
      )}
      {view === 'folder' && (
        <Folder withConfirmation={withConfirmation} onRead={setFile} onSave={save} />
      )}
      {view === 'newsletters' && (
        <Newsletters
          onShow={(chosen) => {
            setNewsletter(chosen);
            setView('all');
          }}
        />
      )}
      {view !== 'folder' && view !== 'newsletters' && (
        <Outbox
          key={`${view} ${newsletter?._id}`}
          show={view}
          newsletter={newsletter?._id ?? null}
          onWay={setWay}
          onRead={setFile}
        />
      )}
      {file !== null && (
        <MailReader
          key={file}
          file={file}
          withConfirmation={withConfirmation}
          onSave={save}
          onClose={() => setFile(null)}
        />
      )}
      {dialog}
    </section>
  );
}
