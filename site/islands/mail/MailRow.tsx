import { UtcTime } from '../ui/UtcTime.tsx';
import type { Mail } from './mail-calls.ts';

interface Props {
  mail: Mail;
  onRead(file: string): void;
  onRetry(): void;
  onCancel(): void;
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
export function MailRow({ mail, onRead, onRetry, onCancel }: Props) {
  const { _id, to, subject, state, kind, file, again, createdAt } = mail;
  const [name, chip] = states[state];
  const of = <span className="quiet"> the email to {to}</span>;
  return (
    <article className="mail" aria-labelledby={`mail-${_id}`}>
      <p className="meta">
        <span className={`chip ${chip}`}>{state === 'sent' && file ? 'Written' : name}</span>
        <UtcTime iso={createdAt} />
        <span>{kinds[kind]}</span>
      </p>
      <h2 id={`mail-${_id}`} dir="auto">
        {subject}
      </h2>
      <p className="mail__to">to {to}</p>
      <StateText mail={mail} />
      <p className="mail__actions">
        {file && (
          <button type="button" className="button button--small" onClick={() => onRead(file)}>
            Read{of}
          </button>
        )}
        {again && (
          <button type="button" className="button button--small" onClick={onRetry}>
            Send again{of}
          </button>
        )}
        {state === 'queued' && (
          <button type="button" className="button button--small" onClick={onCancel}>
            Cancel{of}
          </button>
        )}
      </p>
    </article>
  );
}

/** State of the email as a sentence, with the response of the SMTP server or the reason for cancelling it. */
function StateText({ mail: { state, attempts, answer, nextAt } }: Pick<Props, 'mail'>) {
  const tried = attempts === 1 ? 'Tried once' : `Tried ${attempts} times`;
  const sentences = {
    queued: attempts === 0 ? 'It will be posted in a moment.' : `${tried} without success.`,
    sending: 'It is being delivered.',
    sent: attempts > 1 ? `Sent at attempt ${attempts}.` : null,
    failed: `${tried}, then failed.`,
    unknown:
      'The connection was lost during delivery, so the recipient may or may not have received it. It will not be resent automatically.',
    cancelled: 'Cancelled.',
  };
  return (
    <div className="mail__story">
      <p>
        {sentences[state]}
        {nextAt !== null && attempts > 0 && (
          <>
            {' '}
            Next try: <UtcTime iso={nextAt} />
          </>
        )}
      </p>
      {answer !== null && <p className="mail__answer">{answer}</p>}
    </div>
  );
}
