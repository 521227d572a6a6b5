import { useState } from 'react';
import { messages } from '#contracts/session-messages.ts';
import { Field } from '../Field.tsx';
import {
  type Account,
  cancelEmailChange,
  changeEmail,
  resendConfirmation,
} from './account-calls.ts';
import { Section } from './Section.tsx';
import type { Act } from './use-account.ts';
import { useSectionForm } from './use-section-form.ts';

interface Props {
  account: Account;
  act: Act;
}

/** The address of the account: what it is, whether it is confirmed, and another one. */
export function EmailSection({ account, act }: Props) {
  const { email, emailConfirmed, pendingEmail } = account;
  const [wished, setWished] = useState('');
  const { errors, busy, form, onSubmit } = useSectionForm(
    async () => {
      const outcome = await act(() => changeEmail(wished));
      if (outcome.done) setWished('');
      return outcome;
    },
    () => (/^[^\s@]+@[^\s@]+$/.test(wished.trim()) ? {} : { email: messages.email }),
  );
  return (
    <Section
      title="E-mail"
      lead="You sign in with it, and links to a new password go there. Nobody else sees it, unless you let them in your profile."
    >
      <p className="own-account__fact">
        <strong>{email}</strong>{' '}
        <span className={emailConfirmed ? 'badge badge--good' : 'badge'}>
          {emailConfirmed ? 'confirmed' : 'not confirmed'}
        </span>
      </p>
      {(pendingEmail || !emailConfirmed) && (
        <div className="notice">
          <p>
            {pendingEmail
              ? `${pendingEmail} becomes your address once you use the link in the mail to it.`
              : 'A mail with a link is on its way to you. Please use it to confirm the address.'}
          </p>
          <p className="own-account__actions">
            <button
              type="button"
              className="button button--small"
              onClick={() => void act(resendConfirmation)}
            >
              Send it again
            </button>
            {pendingEmail && (
              <button
                type="button"
                className="button button--small"
                onClick={() => void act(cancelEmailChange)}
              >
                Keep {email}
              </button>
            )}
          </p>
        </div>
      )}
      <form className="form" ref={form} onSubmit={onSubmit} noValidate>
        <Field
          label="New e-mail"
          name="email"
          value={wished}
          onChange={setWished}
          error={errors.email}
          maxLength={254}
        />
        <p>
          <button type="submit" className="button" aria-disabled={busy || undefined}>
            Change e-mail
          </button>
        </p>
      </form>
    </Section>
  );
}
