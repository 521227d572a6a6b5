import { longDate } from '../../format/dates.ts';
import { SmallButton } from '../ui/SmallButton.tsx';
import { ZonedTime } from '../ui/ZonedTime.tsx';
import type { Email, MailFolder, Newsletter } from './mail-api.ts';

const newsletterStates = {
  requested: ['Waiting for the article', 'chip--draft'],
  sending: ['Being sent', 'chip--draft'],
  done: ['Done', 'chip--live'],
} as const;

interface NewsletterRowProps {
  newsletter: Newsletter;
  onShow(): void;
  onCancel(): Promise<unknown>;
}

interface FolderRowProps {
  email: MailFolder['emails'][number];
  onRead(file: string): void;
  onSave(file: string): Promise<void>;
}

interface Props {
  email: Email;
  onRead(file: string): void;
  onRetry(): Promise<unknown>;
  onCancel(): Promise<unknown>;
}

const states = {
  queued: ['Waiting', 'chip--draft'],
  sending: ['Sending', 'chip--draft'],
  sent: ['Sent', 'chip--live'],
  failed: ['Failed', 'chip--deleted'],
  unknown: ['Unknown', 'chip--deleted'],
  cancelled: ['Cancelled', ''],
} as const;

const kinds = {
  contact: 'Message from the contact page',
  account: 'Account',
  order: 'Order',
  subscription: 'Subscription',
  alert: 'Alert',
  newsletter: 'Newsletter',
  problem: 'Problem',
} as const;

/** An email with its state and actions. */
export function EmailRow({ email, onRead, onRetry, onCancel }: Props) {
  const { _id, to, subject, state, kind, file, canRetry, createdAt } = email;
  const [name, chip] = states[state];
  const of = `the email to ${to}`;
  return (
    <article className="entry" aria-labelledby={`mail-${_id}`}>
      <p className="meta">
        <span className={`chip ${chip}`}>{state === 'sent' && file ? 'Written' : name}</span>
        <ZonedTime iso={createdAt} />
        <span>{kinds[kind]}</span>
      </p>
      <h2 id={`mail-${_id}`} dir="auto">
        {subject}
      </h2>
      <p className="entry__person">to {to}</p>
      <StateText email={email} />
      <p className="entry__actions">
        {file && <SmallButton label="Read" of={of} onClick={() => onRead(file)} />}
        {canRetry && <SmallButton label="Send again" of={of} onPress={onRetry} />}
        {state === 'queued' && <SmallButton label="Cancel" of={of} onPress={onCancel} />}
      </p>
    </article>
  );
}

/** State of the email as a sentence, with the response of the SMTP server or the reason for cancelling it. */
function StateText({ email: { state, attempts, response, nextAt } }: Pick<Props, 'email'>) {
  const tried = attempts === 1 ? 'Tried once' : `Tried ${attempts} times`;
  const sentences = {
    queued: attempts === 0 ? 'It will be sent in a moment.' : `${tried} without success.`,
    sending: 'It is being delivered.',
    sent: attempts > 1 ? `Sent at attempt ${attempts}.` : null,
    failed: `${tried}, then failed.`,
    unknown:
      'The connection was lost during delivery, so the recipient may or may not have received it. It will not be resent automatically.',
    cancelled: 'Cancelled.',
  };
  return (
    <div className="entry__story">
      <p>
        {sentences[state]}
        {nextAt !== null && attempts > 0 && (
          <>
            {' '}
            Next try: <ZonedTime iso={nextAt} />
          </>
        )}
      </p>
      {response !== null && <p className="entry__error">{response}</p>}
    </div>
  );
}

/** An email that was saved to the mail folder. */
export function FolderRow({ email: { file, to, subject, date }, onRead, onSave }: FolderRowProps) {
  const of = `the email to ${to}`;
  return (
    <article className="entry" aria-labelledby={`file-${file}`}>
      <p className="meta">{date && <ZonedTime iso={date} />}</p>
      <h2 id={`file-${file}`} dir="auto">
        {subject || 'No subject'}
      </h2>
      <p className="entry__person">{to ? `to ${to}` : 'No recipient'}</p>
      <p className="entry__actions">
        <SmallButton label="Read" of={of} onClick={() => onRead(file)} />
        <SmallButton label="Save as .eml" of={of} onPress={() => onSave(file)} />
      </p>
    </article>
  );
}

/** An article that goes to the subscribers, with its progress. */
export function NewsletterRow({ newsletter, onShow, onCancel }: NewsletterRowProps) {
  const { _id, article, state, startedAt, counts } = newsletter;
  const { recipients, sent, waiting, failed, skipped } = counts;
  const [name, chip] = newsletterStates[state];
  return (
    <article className="entry" aria-labelledby={`newsletter-${_id}`}>
      <p className="meta">
        <span className={`chip ${chip}`}>{name}</span>
        {startedAt && <time dateTime={startedAt}>{longDate(startedAt)}</time>}
      </p>
      <h2 id={`newsletter-${_id}`} dir="auto">
        {article.title}
      </h2>
      {state !== 'requested' && (
        <>
          <progress
            className="mail__progress"
            max={Math.max(recipients, 1)}
            value={recipients === 0 ? 1 : recipients - waiting}
            aria-label={`Progress of ${article.title}`}
          />
          <p>
            {sent} of {recipients} sent, {waiting} waiting, {failed} failed, {skipped} skipped
          </p>
        </>
      )}
      <p className="entry__actions">
        {recipients > 0 && (
          <SmallButton label="Show each recipient" of={`of ${article.title}`} onClick={onShow} />
        )}
        {state === 'sending' && (
          <SmallButton variant="danger" label="Cancel" of={article.title} onPress={onCancel} />
        )}
      </p>
    </article>
  );
}
