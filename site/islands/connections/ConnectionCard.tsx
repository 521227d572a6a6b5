import { useState } from 'react';
import { counted, longDate } from '../../lib/format.ts';
import { AskDialog } from '../AskDialog.tsx';
import type { Act } from '../account/use-account.ts';
import {
  askLinkedin,
  type Connection,
  disconnect,
  names,
  testConnection,
} from './connection-calls.ts';
import { KeyForm } from './KeyForm.tsx';

/** Days before the end from which on it is said aloud. */
const SOON_DAYS = 7;

interface Props {
  connection: Connection;
  act: Act;
}

const looks = {
  none: ['Not connected', ''],
  connected: ['Connected', 'chip--live'],
  expired: ['Sign-in ended', 'chip--deleted'],
  refused: ['Needs a new sign-in', 'chip--deleted'],
} as const;

/** What each service does with an article. */
const leads = {
  linkedin: 'Posts your words with a link to the article. A post there is not changed any more.',
  dev: 'Posts the whole article, with its address here as the canonical one. Follows your changes.',
  medium:
    'Gives no new tokens since 2025. Without one, the ledger below guides you through its import. A story there is not changed any more.',
} as const;

/** One service: whose account it is, until when, and what can be done. */
export function ConnectionCard({ connection, act }: Props) {
  const { target, state, name } = connection;
  const [asked, setAsked] = useState(false);
  const [typing, setTyping] = useState(false);
  const [label, look] = looks[state];
  const service = names[target];
  const there = state !== 'none';
  return (
    <article className="connection" aria-labelledby={`connection-${target}`}>
      <div className="connection__head">
        <h2 id={`connection-${target}`}>{service}</h2>
        <span className={`chip ${look}`}>{label}</span>
      </div>
      <p className="connection__lead">{leads[target]}</p>
      {there && (
        <p className="connection__account">
          {state === 'connected' ? 'Connected as' : 'Was connected as'}{' '}
          <strong dir="auto">{name}</strong>
        </p>
      )}
      <Term connection={connection} />
      {target === 'linkedin' ? (
        <LinkedinButton connection={connection} act={act} />
      ) : (
        (typing || state === 'none' || state === 'refused') && (
          <KeyForm key={state} target={target} act={act} onDone={() => setTyping(false)} />
        )
      )}
      {there && (
        <p className="connection__actions">
          <button
            type="button"
            className="button button--small"
            onClick={() => void act(() => testConnection(target))}
          >
            Test<span className="quiet"> {service}</span>
          </button>
          {target !== 'linkedin' && state === 'connected' && !typing && (
            <button type="button" className="button button--small" onClick={() => setTyping(true)}>
              Change the key<span className="quiet"> of {service}</span>
            </button>
          )}
          <button
            type="button"
            className="button button--small button--danger"
            onClick={() => setAsked(true)}
          >
            Disconnect<span className="quiet"> {service}</span>
          </button>
        </p>
      )}
      {asked && (
        <AskDialog
          title={`Disconnect ${service}?`}
          confirm="Disconnect"
          look="danger"
          onClose={() => setAsked(false)}
          onConfirm={() => void act(() => disconnect(target))}
        >
          What is posted stays there. What is planned waits until you connect again.
        </AskDialog>
      )}
    </article>
  );
}

/** Until when it lasts; LinkedIn's sign-ins end after 60 days. */
function Term({ connection: { state, expiresAt, daysLeft } }: Pick<Props, 'connection'>) {
  if (expiresAt === null || daysLeft === null || state === 'refused') return null;
  const day = <time dateTime={expiresAt}>{longDate(expiresAt)}</time>;
  if (state === 'expired') return <p className="connection__term">It ended on {day}.</p>;
  const soon = daysLeft <= SOON_DAYS;
  return (
    <p className={`connection__term${soon ? ' connection__term--soon' : ''}`}>
      {daysLeft <= 1 ? 'Ends within a day' : `Ends in ${counted(daysLeft, 'day')}`}, on {day}.
      {soon && ' Renew it, and it lasts 60 days again.'}
    </p>
  );
}

function LinkedinButton({ connection: { state, available }, act }: Props) {
  if (!available) {
    return (
      <p className="connection__missing">
        The server needs an app of yours at LinkedIn’s developer portal first: set{' '}
        <code>LINKEDIN_CLIENT_ID</code> and <code>LINKEDIN_CLIENT_SECRET</code>, and start it again.
        docs/operate.md says how.
      </p>
    );
  }
  const connect = () =>
    act(async () => {
      const { url } = await askLinkedin();
      location.assign(url);
      return undefined;
    });
  return (
    <p>
      <button
        type="button"
        className={`button${state === 'connected' ? '' : ' button--main'}`}
        onClick={() => void connect()}
      >
        {state === 'none' ? 'Connect LinkedIn' : 'Sign in to LinkedIn again'}
      </button>
    </p>
  );
}
