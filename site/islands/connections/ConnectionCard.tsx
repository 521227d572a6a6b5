import { useRef, useState } from 'react';
import {
  type Connection,
  connectByKey,
  disconnect,
  type KeyTarget,
  names,
  requestLinkedinUrl,
  testConnection,
} from '../../client/connection-api.ts';
import { longDate } from '../../format/dates.ts';
import { pluralize } from '../../format/pluralize.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { SecretField } from '../ui/SecretField.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import type { RunAction } from '../ui/use-action.tsx';
import { useFocusFallbackWithin } from '../ui/use-focus-fallback.ts';
import { useForm } from '../ui/use-form.ts';

interface KeyFormProps {
  target: KeyTarget;
  runAction: RunAction;
  onDone(): void;
}

const fields = {
  dev: {
    label: 'API key',
    hint: 'Create one at dev.to under Settings, Extensions.',
    href: 'https://dev.to/settings/extensions',
  },
  medium: {
    label: 'Integration token',
    hint: 'Only if you have one from before 2025, under Settings, Security and apps.',
    href: 'https://medium.com/me/settings/security',
  },
} as const;

/** Days before the expiry from which on a warning is shown. */
const SOON_DAYS = 7;

interface Props {
  connection: Connection;
  runAction: RunAction;
}

const stateChips = {
  none: ['Not connected', ''],
  connected: ['Connected', 'chip--live'],
  expired: ['Connection expired', 'chip--deleted'],
  refused: ['Needs reconnecting', 'chip--deleted'],
} as const;

/** Effect of each service on an article. */
const descriptions = {
  linkedin: 'Posts your text with a link to the article. Later edits are not synced.',
  dev: 'Posts the full article, with its URL here as the canonical URL. Later edits are synced.',
  medium:
    'Medium stopped issuing tokens in 2025. Without one, the cross-post log below guides you through an import. Later edits are not synced.',
} as const;

/** A connected service: account, expiry and actions. */
export function ConnectionCard({ connection, runAction }: Props) {
  const { target, state, name } = connection;
  const [isConfirming, setIsConfirming] = useState(false);
  const [typing, setTyping] = useState(false);
  const [label, chip] = stateChips[state];
  const service = names[target];
  const isConnected = state !== 'none';
  const card = useRef<HTMLElement>(null);
  useFocusFallbackWithin(card);
  return (
    <article className="connection" aria-labelledby={`connection-${target}`} ref={card}>
      <div className="connection__head">
        <h2 id={`connection-${target}`}>{service}</h2>
        <span className={`chip ${chip}`}>{label}</span>
      </div>
      <p className="connection__lead">{descriptions[target]}</p>
      {isConnected && (
        <p className="connection__account">
          {state === 'connected' ? 'Connected as' : 'Was connected as'}{' '}
          <strong dir="auto">{name}</strong>
        </p>
      )}
      <ExpiryNote connection={connection} />
      {target === 'linkedin' ? (
        <LinkedinButton connection={connection} runAction={runAction} />
      ) : (
        (typing || state === 'none' || state === 'refused') && (
          <KeyForm
            key={state}
            target={target}
            runAction={runAction}
            onDone={() => setTyping(false)}
          />
        )
      )}
      {isConnected && (
        <p className="entry__actions">
          <SmallButton
            label="Test"
            of={service}
            onPress={() => runAction(() => testConnection(target))}
          />
          {target !== 'linkedin' && state === 'connected' && !typing && (
            <SmallButton label="Change key" of={`of ${service}`} onClick={() => setTyping(true)} />
          )}
          <SmallButton
            variant="danger"
            label="Disconnect"
            of={service}
            onClick={() => setIsConfirming(true)}
          />
        </p>
      )}
      {isConfirming && (
        <ConfirmDialog
          title={`Disconnect ${service}?`}
          confirm="Disconnect"
          variant="danger"
          onClose={() => setIsConfirming(false)}
          onConfirm={() => runAction(() => disconnect(target))}
        >
          Existing posts stay online. Scheduled posts wait until you reconnect.
        </ConfirmDialog>
      )}
    </article>
  );
}

/** Expiry of the connection; LinkedIn's tokens expire after 60 days. */
function ExpiryNote({ connection: { state, expiresAt, daysLeft } }: Pick<Props, 'connection'>) {
  if (expiresAt === null || daysLeft === null || state === 'refused') return null;
  const day = <time dateTime={expiresAt}>{longDate(expiresAt)}</time>;
  if (state === 'expired') return <p className="connection__term">Expired on {day}.</p>;
  const soon = daysLeft <= SOON_DAYS;
  return (
    <p className={`connection__term${soon ? ' connection__term--soon' : ''}`}>
      {daysLeft <= 1 ? 'Expires within a day' : `Expires in ${pluralize(daysLeft, 'day')}`}, on{' '}
      {day}.{soon && ' Renew it for another 60 days.'}
    </p>
  );
}

function LinkedinButton({ connection: { state, available }, runAction }: Props) {
  if (!available) {
    return (
      <p className="connection__missing">
        First create an app in LinkedIn’s developer portal, set <code>LINKEDIN_CLIENT_ID</code> and{' '}
        <code>LINKEDIN_CLIENT_SECRET</code>, and restart the server. See docs/operate.md.
      </p>
    );
  }
  const connect = () =>
    runAction(() => requestLinkedinUrl().then(({ url }) => location.assign(url)));
  return (
    <p>
      <BusyButton
        className={`button${state === 'connected' ? '' : ' button--main'}`}
        onPress={connect}
      >
        {state === 'none' ? 'Connect LinkedIn' : 'Reconnect LinkedIn'}
      </BusyButton>
    </p>
  );
}

/** Connects a service by an API key. The key is tested, encrypted, and never shown again. */
function KeyForm({ target, runAction, onDone }: KeyFormProps) {
  const { label, hint, href } = fields[target];
  const { errors, form, button } = useForm({
    runAction,
    check: (data): Record<string, string> =>
      String(data.get('key')).trim() === ''
        ? { key: `Paste the ${label.toLowerCase()} here.` }
        : {},
    send: (data) => connectByKey(target, String(data.get('key'))),
    onDone: (_, element) => {
      element.reset();
      onDone();
    },
  });
  return (
    <form className="form connection__form" {...form}>
      <SecretField
        name="key"
        label={`${names[target]} ${label}`}
        autoComplete="off"
        hint={hint}
        error={errors.fields.key}
      />
      <p className="entry__actions">
        <button className="button" {...button}>
          Connect {names[target]}
        </button>
        <a href={href} target="_blank" rel="noreferrer">
          Open its settings<span className="visually-hidden"> in a new tab</span>
        </a>
      </p>
    </form>
  );
}
