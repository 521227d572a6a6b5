import { messages } from '#contracts/session-messages.ts';
import {
  type Account,
  cancelEmailChange,
  changeEmail,
  resendConfirmation,
} from '../../client/account-calls.ts';
import { Field } from '../ui/Field.tsx';
import { Section } from '../ui/Section.tsx';
import type { Act } from '../ui/use-act.tsx';
import { useForm } from '../ui/use-form.ts';

interface Props {
  account: Account;
  act: Act;
}

/** Email address of the account: its state, and a form to change it. */
export function EmailSection({ account, act }: Props) {
  const { email, emailConfirmed, pendingEmail } = account;
  const { errors, form, button } = useForm({
    act,
    messages: { email: messages.email },
    send: (data) => changeEmail(String(data.get('email'))),
    onDone: (_, element) => element.reset(),
  });
  return (
    <Section
      title="Email"
      lead="Used to sign in and to reset your password. No one else can see it unless you share it in your profile."
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
              ? `${pendingEmail} will become your email address when you open the link we sent to it.`
              : 'We have sent you an email. Please open the link in it to confirm your address.'}
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
      <form className="form" {...form}>
        <Field
          label="New email"
          name="email"
          type="email"
          required
          error={errors.fields.email}
          maxLength={254}
        />
        <p>
          <button className="button" {...button}>
            Change email
          </button>
        </p>
      </form>
    </Section>
  );
}
