import { useState } from 'react';
import { Choices } from '../Choices.tsx';
import { Folder } from './Folder.tsx';
import { MailReader } from './MailReader.tsx';
import { Outbox, type OutboxFilter } from './Outbox.tsx';

type View = OutboxFilter | 'folder';

const filters: { value: View; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'waiting', name: 'Waiting' },
  { value: 'sent', name: 'Sent' },
  { value: 'trouble', name: 'Trouble' },
];
const folder = { value: 'folder', name: 'Mail folder' } as const;

/** The outbox of mails with its history and, while there is no mail server, the mail folder. */
export function MailPage() {
  const [view, setView] = useState<View>('all');
  const [way, setWay] = useState<'server' | 'folder' | null>(null);
  const [file, setFile] = useState<string | null>(null);
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
      {view === 'folder' ? (
        <Folder onRead={setFile} />
      ) : (
        <Outbox key={view} show={view} onWay={setWay} onRead={setFile} />
      )}
      {file !== null && <MailReader key={file} file={file} onClose={() => setFile(null)} />}
    </section>
  );
}
