import { useRef, useState } from 'react';
import {
  type Account,
  addPasskey,
  type Passkey,
  removePasskey,
  renamePasskey,
  requestPasskeyRegistration,
} from '../../client/account-api.ts';
import { createPasskey, supportsPasskeys } from '../../client/passkey.ts';
import { longDate } from '../../format/dates.ts';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { Field } from '../ui/Field.tsx';
import { Section } from '../ui/Section.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import type { RunAction } from '../ui/use-action.tsx';
import { useFocusFallbackWithin } from '../ui/use-focus-fallback.ts';
import { useForm } from '../ui/use-form.ts';

const NAME_MISSING = 'A name is required';

interface Props {
  account: Account;
  runAction: RunAction;
  onCodes(codes: string[] | null): void;
}

/** Passkeys, for signing in and as a second factor after the password. */
export function PasskeysSection({ account, runAction, onCodes }: Props) {
  const [passkeyToDelete, setPasskeyToDelete] = useState<Passkey | null>(null);
  return (
    <Section
      title="Passkeys"
      lead="Sign in with your fingerprint, face or device PIN instead of a password. New devices that use the password must confirm with a passkey once."
    >
      {account.passkeys.length > 0 && (
        <ul className="own-account__list">
          {account.passkeys.map((passkey) => (
            <OnePasskey
              key={passkey._id}
              passkey={passkey}
              runAction={runAction}
              onRemove={() => setPasskeyToDelete(passkey)}
            />
          ))}
        </ul>
      )}
      {!account.emailConfirmed && <p>Please confirm your email first.</p>}
      {account.emailConfirmed && !supportsPasskeys() && (
        <p>This browser does not support passkeys.</p>
      )}
      {account.emailConfirmed && supportsPasskeys() && (
        <NewPasskey runAction={runAction} onCodes={onCodes} />
      )}
      {passkeyToDelete && (
        <ConfirmDialog
          confirm="Remove"
          variant="danger"
          title={`Remove the passkey “${passkeyToDelete.name}”?`}
          onClose={() => setPasskeyToDelete(null)}
          onConfirm={() => runAction(() => removePasskey(passkeyToDelete._id))}
        >
          It can no longer be used to sign in. Delete it from your device as well.
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** A passkey, or the form that renames it. The focus moves from one to the other. */
function OnePasskey({
  passkey,
  runAction,
  onRemove,
}: {
  passkey: Passkey;
  runAction: RunAction;
  onRemove(): void;
}) {
  const [renaming, setRenaming] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  useFocusFallbackWithin(item);
  if (renaming) {
    return (
      <li ref={item}>
        <RenameForm passkey={passkey} runAction={runAction} onClose={() => setRenaming(false)} />
      </li>
    );
  }
  return (
    <li ref={item}>
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
        <SmallButton label="Rename" of={passkey.name} onClick={() => setRenaming(true)} />
        <SmallButton variant="danger" label="Remove" of={passkey.name} onClick={onRemove} />
      </p>
    </li>
  );
}

function RenameForm({
  passkey,
  runAction,
  onClose,
}: {
  passkey: Passkey;
  runAction: RunAction;
  onClose(): void;
}) {
  const { errors, form, button } = useForm({
    runAction,
    messages: { name: NAME_MISSING },
    send: (data) => renamePasskey(passkey._id, String(data.get('name'))),
    onDone: onClose,
  });
  return (
    <form className="form own-account__rename" {...form}>
      <Field
        label="Passkey name"
        name="name"
        defaultValue={passkey.name}
        required
        error={errors.fields.name}
        maxLength={60}
      />
      <p className="own-account__actions">
        <button className="button button--small" {...button}>
          Save name
        </button>
        <SmallButton label="Cancel" onClick={onClose} />
      </p>
    </form>
  );
}

function NewPasskey({ runAction, onCodes }: Pick<Props, 'runAction' | 'onCodes'>) {
  const { errors, form, button } = useForm({
    runAction,
    messages: { name: NAME_MISSING },
    send: async (data) => {
      const passkeyOptions = await requestPasskeyRegistration();
      const response = await createPasskey(passkeyOptions);
      return addPasskey(
        { challengeToken: passkeyOptions.challengeToken, response },
        String(data.get('name')),
      );
    },
    onDone: ({ recoveryCodes }, element) => {
      element.reset();
      onCodes(recoveryCodes);
    },
  });
  return (
    <form className="form" {...form}>
      <Field
        label="Name of the new passkey"
        name="name"
        required
        error={errors.fields.name}
        hint="A name to recognise it by, such as “Laptop” or “Blue key”."
        maxLength={60}
      />
      <p>
        <button className="button" {...button}>
          Add a passkey
        </button>
      </p>
    </form>
  );
}
