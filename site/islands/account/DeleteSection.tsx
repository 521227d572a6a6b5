import { useState } from 'react';
import { forgetRefreshed } from '../../lib/api-client.ts';
import { forgetFirstLogin } from '../../lib/first-login.ts';
import { writeSessionFlag } from '../../lib/session-flag.ts';
import { forgetTyped } from '../../lib/typed.ts';
import { useDialog } from '../use-dialog.ts';
import { deleteAccount } from './account-calls.ts';
import { Section } from './Section.tsx';
import type { Act } from './use-account.ts';

type Comments = 'keep' | 'remove';

const choices: { value: Comments; name: string }[] = [
  { value: 'keep', name: 'My comments stay, as of a “Deleted member”' },
  { value: 'remove', name: 'My comments go too' },
];

interface Props {
  act: Act;
  onGone(): void;
}

/** Leaving for good. */
export function DeleteSection({ act, onGone }: Props) {
  const [asking, setAsking] = useState(false);

  async function leave(comments: Comments) {
    setAsking(false);
    await act(async () => {
      await deleteAccount(comments);
      forgetFirstLogin();
      forgetRefreshed();
      forgetTyped();
      writeSessionFlag(null);
      onGone();
      // The page says it itself, and there is no account left to be read again.
      return new Promise<undefined>(() => undefined);
    });
  }

  return (
    <Section
      title="Delete account"
      lead="Your profile, picture, likes, saved articles, subscriptions and devices go at once, and do not come back."
    >
      <p>
        <button type="button" className="button button--danger" onClick={() => setAsking(true)}>
          Delete your account
        </button>
      </p>
      {asking && (
        <DeleteDialog
          onConfirm={(comments) => void leave(comments)}
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
      <p>This cannot be undone. If you want to keep a copy, download your data before.</p>
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
          Delete for good
        </button>
      </p>
    </dialog>
  );
}
