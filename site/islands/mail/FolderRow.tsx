import { longDate } from '../../format/dates.ts';
import type { MailFolder } from './mail-calls.ts';

interface Props {
  mail: MailFolder['mails'][number];
  onRead(file: string): void;
  onSave(file: string): void;
}

/** An email that was saved to the mail folder. */
export function FolderRow({ mail: { file, to, subject, date }, onRead, onSave }: Props) {
  const of = <span className="quiet"> the email to {to}</span>;
  return (
    <article className="mail" aria-labelledby={`file-${file}`}>
      <p className="meta">
        {date && (
          <time dateTime={date}>
            {longDate(date)}, {date.slice(11, 16)} UTC
          </time>
        )}
      </p>
      <h2 id={`file-${file}`} dir="auto">
        {subject || 'No subject'}
      </h2>
      <p className="mail__to">to {to || 'nobody'}</p>
      <p className="mail__actions">
        <button type="button" className="button button--small" onClick={() => onRead(file)}>
          Read{of}
        </button>
        <button type="button" className="button button--small" onClick={() => onSave(file)}>
          Save as .eml{of}
        </button>
      </p>
    </article>
  );
}
