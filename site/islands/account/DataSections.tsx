import { useState } from 'react';
import {
  deleteAccount,
  endOtherSessions,
  endSession,
  readOwnData,
  type Session,
} from '../../client/account-api.ts';
import { saveFile } from '../../client/save-file.ts';
import { clearSession, signOut } from '../../stores/sign-out.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { DialogActions } from '../ui/Dialogs.tsx';
import { Section } from '../ui/Section.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { type RunAction, useAction } from '../ui/use-action.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { useForm } from '../ui/use-form.ts';
import { ZonedTime } from '../ui/ZonedTime.tsx';

const choices = [
  { value: 'keep', name: 'Keep my comments, shown as “Deleted member”' },
  { value: 'remove', name: 'Delete my comments too' },
] as const;

interface DialogProps {
  runAction: RunAction;
  onClose(): void;
}

/** Downloads all data of the account. */
export function DataSection({ runAction }: { runAction: RunAction }) {
  const download = () =>
    runAction(async () => {
      const text = `${JSON.stringify(await readOwnData(), null, 2)}\n`;
      saveFile('my-data.json', new Blob([text], { type: 'application/json' }));
      return { msg: 'Your data is being downloaded.' };
    });

  return (
    <Section title="Your data" lead="All data this site stores about you, in a readable JSON file.">
      <p>
        <BusyButton className="button" onPress={download}>
          Download your data
        </BusyButton>
      </p>
    </Section>
  );
}

/** Sessions of the member, with buttons that end them. */
export function SessionsSection({
  sessions,
  runAction,
}: {
  sessions: Session[];
  runAction: RunAction;
}) {
  const otherSessions = sessions.filter(({ current }) => !current);
  return (
    <Section
      title="Devices"
      lead="Where you are signed in. If you do not recognise a device, sign it out and change your password."
    >
      <ul className="own-account__list">
        {sessions.map((session) => (
          <li key={session._id}>
            <div>
              <p className="own-account__fact">
                <strong>{session.device}</strong>{' '}
                {session.current && <span className="badge badge--good">this device</span>}
                {session.remembered && <span className="badge">remembered</span>}
              </p>
              <p className="meta">
                <span>
                  Signed in <ZonedTime iso={session.createdAt} />
                </span>
                <span>
                  Last used <ZonedTime iso={session.lastUsedAt} />
                </span>
              </p>
            </div>
            {!session.current && (
              <SmallButton
                label="Sign out"
                of={session.device}
                onPress={() => runAction(() => endSession(session._id))}
              />
            )}
          </li>
        ))}
      </ul>
      <p className="own-account__actions">
        {otherSessions.length > 0 && (
          <BusyButton className="button" onPress={() => runAction(endOtherSessions)}>
            Sign out all other devices
          </BusyButton>
        )}
        <BusyButton className="button" onPress={signOut}>
          Sign out
        </BusyButton>
      </p>
    </Section>
  );
}

/** Deletes the account. */
export function DeleteSection({ onGone }: { onGone(): void }) {
  const [isConfirming, setIsConfirming] = useState(false);
  // Not the action of the other sections: there is no account left to reload.
  const { runAction, dialog } = useAction(() => {
    clearSession();
    onGone();
  });

  return (
    <Section
      title="Delete account"
      lead="Your profile, profile picture, likes, saved articles, subscriptions and signed-in devices are deleted immediately and permanently."
    >
      <p>
        <button
          type="button"
          className="button button--danger"
          onClick={() => setIsConfirming(true)}
        >
          Delete your account
        </button>
      </p>
      {isConfirming && (
        <DeleteAccountDialog runAction={runAction} onClose={() => setIsConfirming(false)} />
      )}
      {dialog}
    </Section>
  );
}

function DeleteAccountDialog({ runAction, onClose }: DialogProps) {
  const { dialog, titleId, close } = useDialog(onClose);
  const { form, button } = useForm({
    runAction,
    async send(data) {
      // The page shows its own message.
      await deleteAccount(data.get('comments') as 'keep' | 'remove');
    },
  });
  return (
    <dialog {...dialog}>
      <h2 id={titleId}>Delete your account?</h2>
      <p>This cannot be undone. To keep a copy, download your data first.</p>
      <form className="form" {...form}>
        <fieldset className="own-account__options">
          <legend className="visually-hidden">Your comments</legend>
          {choices.map(({ value, name }) => (
            <label key={value} className="check">
              <input type="radio" name="comments" value={value} defaultChecked={value === 'keep'} />
              {name}
            </label>
          ))}
        </fieldset>
        <DialogActions
          variant="danger"
          submit="Delete permanently"
          button={button}
          onCancel={close}
        />
      </form>
    </dialog>
  );
}
