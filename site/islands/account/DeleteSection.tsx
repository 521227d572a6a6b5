import { useState } from 'react';
import { deleteAccount } from '../../client/account-calls.ts';
import { clearRefreshTime } from '../../client/api-client.ts';
import { clearDrafts } from '../../client/clear-drafts.ts';
import { clearFirstLogin } from '../../client/first-login.ts';
import { writeSessionFlag } from '../../client/session-flag.ts';
import { Section } from '../ui/Section.tsx';
import type { Act } from '../ui/use-act.tsx';
import { useDialog } from '../ui/use-dialog.ts';

type Comments = 'keep' | 'remove';

const choices: { value: Comments; name: string }[] = [
  { value: 'keep', name: 'Keep my comments, shown as “Deleted member”' },
  { value: 'remove', name: 'Delete my comments too' },
];

interface Props {
  act: Act;
  onGone(): void;
}

/** Deletes the account. */
export function DeleteSection({ act, onGone }: Props) {
  const [asking, setAsking] = useState(false);

  async function confirmDeletion(comments: Comments) {
    setAsking(false);
    await act(async () => {
      await deleteAccount(comments);
      clearFirstLogin();
      clearRefreshTime();
      clearDrafts();
      writeSessionFlag(null);
      onGone();
      // The page shows its own message, and there is no account left to reload.
      return new Promise<undefined>(() => undefined);
    });
  }

  return (
    <Section
      title="Delete account"
      lead="Your profile, picture, likes, saved articles, subscriptions and signed-in devices are deleted immediately and permanently."
    >
      <p>
        <button type="button" className="button button--danger" onClick={() => setAsking(true)}>
          Delete your account
        </button>
      </p>
      {asking && (
        <DeleteDialog
          onConfirm={(comments) => void confirmDeletion(comments)}
          onClose={() => setAsking(false)}
        />
      )}
    </Section>
  );
}

interface DialogProps {
  onConfirm(comments: Comments): void;
  onClose(): void;
}

function DeleteDialog({ onConfirm, onClose }: DialogProps) {
  const { dialog, close } = useDialog(onClose);
  const [comments, setComments] = useState<Comments>('keep');
  return (
    <dialog ref={dialog} className="dialog" aria-labelledby="delete-title" onClose={onClose}>
      <h2 id="delete-title">Delete your account?</h2>
      <p>This cannot be undone. To keep a copy, download your data first.</p>
      <fieldset className="own-account__choices">
        <legend className="quiet">Your comments</legend>
        {choices.map(({ value, name }) => (
          <label key={value} className="check">
            <input
              type="radio"
              name="comments"
              checked={comments === value}
              onChange={() => setComments(value)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <p className="dialog__actions">
        <button type="button" className="button" onClick={close}>
          Cancel
        </button>
        <button type="button" className="button button--danger" onClick={() => onConfirm(comments)}>
          Delete permanently
        </button>
      </p>
    </dialog>
  );
}
