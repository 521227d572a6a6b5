import { useState } from 'react';
import { longDate } from '../../lib/format.ts';
import { makePasskey, passkeysWork } from '../../lib/passkey.ts';
import { AskDialog } from '../AskDialog.tsx';
import { Field } from '../Field.tsx';
import {
  type Account,
  addPasskey,
  offerPasskey,
  type Passkey,
  removePasskey,
  renamePasskey,
} from './account-calls.ts';
import { Section } from './Section.tsx';
import type { Act } from './use-account.ts';
import { useSectionForm } from './use-section-form.ts';

interface Props {
  account: Account;
  act: Act;
  onCodes(codes: string[] | null): void;
}

/** Passkeys: another way in, and a second factor beside the password. */
export function PasskeysSection({ account, act, onCodes }: Props) {
  const [asked, setAsked] = useState<Passkey | null>(null);
  return (
    <Section
      title="Passkeys"
      lead="Sign in with a finger, a face or the PIN of your device, without a password. A new device that uses the password is then asked for one of these once."
    >
      {account.passkeys.length > 0 && (
        <ul className="own-account__list">
          {account.passkeys.map((passkey) => (
            <li key={passkey._id}>
              <OnePasskey passkey={passkey} act={act} onRemove={() => setAsked(passkey)} />
            </li>
          ))}
        </ul>
      )}
      {!account.emailConfirmed && <p>Please confirm your e-mail first.</p>}
      {account.emailConfirmed && !passkeysWork() && <p>This browser knows no passkeys.</p>}
      {account.emailConfirmed && passkeysWork() && <NewPasskey act={act} onCodes={onCodes} />}
      {asked && (
        <AskDialog
          confirm="Remove"
          look="danger"
          title={`Remove the passkey “${asked.name}”?`}
          onClose={() => setAsked(null)}
          onConfirm={() => void act(() => removePasskey(asked._id))}
        >
          It signs nobody in any more. Delete it on the device that holds it too.
        </AskDialog>
      )}
    </Section>
  );
}

function OnePasskey({ passkey, act, onRemove }: { passkey: Passkey; act: Act; onRemove(): void }) {
  const [renaming, setRenaming] = useState(false);
  const [name, setName] = useState(passkey.name);
  const { errors, form, onSubmit } = useSectionForm(
    async () => {
      const outcome = await act(() => renamePasskey(passkey._id, name));
      if (outcome.done) setRenaming(false);
      return outcome;
    },
    () => (name.trim() ? {} : { name: 'A name is required' }),
  );
  if (renaming) {
    return (
      <form className="form own-account__rename" ref={form} onSubmit={onSubmit} noValidate>
        <Field
          label="Name of the passkey"
          name="name"
          value={name}
          onChange={setName}
          error={errors.name}
          maxLength={60}
        />
        <p className="own-account__actions">
          <button type="submit" className="button button--small">
            Save the name
          </button>
          <button
            type="button"
            className="button button--small"
            onClick={() => {
              setName(passkey.name);
              setRenaming(false);
            }}
          >
            Cancel
          </button>
        </p>
      </form>
    );
  }
  const of = <span className="quiet"> {passkey.name}</span>;
  return (
    <>
      <div>
        <p className="own-account__fact">
          <strong>{passkey.name}</strong>
        </p>
        <p className="meta">
          <span>Added {longDate(passkey.createdAt)}</span>
          <span>
            {passkey.lastUsedAt ? `Last used ${longDate(passkey.lastUsedAt)}` : 'Not used'}
          </span>
        </p>
      </div>
      <p className="own-account__actions">
        <button type="button" className="button button--small" onClick={() => setRenaming(true)}>
          Rename{of}
        </button>
        <button type="button" className="button button--small button--danger" onClick={onRemove}>
          Remove{of}
        </button>
      </p>
    </>
  );
}

function NewPasskey({ act, onCodes }: Pick<Props, 'act' | 'onCodes'>) {
  const [name, setName] = useState('');
  const { errors, busy, form, onSubmit } = useSectionForm(
    () =>
      act(async () => {
        const question = await offerPasskey();
        const response = await makePasskey(question);
        const answer = await addPasskey({ ticket: question.ticket, response }, name);
        setName('');
        onCodes(answer.recoveryCodes);
        return answer;
      }),
    () => (name.trim() ? {} : { name: 'A name is required' }),
  );
  return (
    <form className="form" ref={form} onSubmit={onSubmit} noValidate>
      <Field
        label="Name of a new passkey"
        name="name"
        value={name}
        onChange={setName}
        error={errors.name}
        hint="So that you know it again: the laptop, the blue key."
        maxLength={60}
      />
      <p>
        <button type="submit" className="button" aria-disabled={busy || undefined}>
          Add a passkey
        </button>
      </p>
    </form>
  );
}
