import { useState } from 'react';
import { messages, PASSWORD_MIN } from '#contracts/session-messages.ts';
import {
  type Account,
  cancelEmailChange,
  changeEmail,
  changePassword,
  connectOAuthAccount,
  disconnectOAuthAccount,
  requestPasswordReset,
  resendConfirmation,
} from '../../client/account-api.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { Field } from '../ui/Field.tsx';
import { SecretField } from '../ui/SecretField.tsx';
import { Section } from '../ui/Section.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import type { RunAction } from '../ui/use-action.tsx';
import { useForm } from '../ui/use-form.ts';

interface OAuthSectionProps {
  oauth: NonNullable<Account['oauth']>;
  runAction: RunAction;
}

interface Props {
  account: Account;
  runAction: RunAction;
}

/** Email address of the account: its state, and a form to change it. */
export function EmailSection({ account, runAction }: Props) {
  const { email, emailConfirmed, pendingEmail } = account;
  const { errors, form, button } = useForm({
    runAction,
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
        <div className="banner">
          <p>
            {pendingEmail
              ? `${pendingEmail} will become your email address when you open the link we sent to it.`
              : 'We have sent you an email. Please open the link in it to confirm your address.'}
          </p>
          <p className="own-account__actions">
            <SmallButton label="Send it again" onPress={() => runAction(resendConfirmation)} />
            {pendingEmail && (
              <SmallButton label={`Keep ${email}`} onPress={() => runAction(cancelEmailChange)} />
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

/** Requests an email to set a first password, for an account that signs in with another service. */
export function FirstPasswordSection({
  email,
  runAction,
}: {
  email: string;
  runAction: RunAction;
}) {
  return (
    <Section
      title="Password"
      lead="You have no password yet. Set one so you can sign in without your connected account."
    >
      <p>
        <BusyButton className="button" onPress={() => runAction(() => requestPasswordReset(email))}>
          Email me a link to set one
        </BusyButton>
      </p>
    </Section>
  );
}

/** Changes the password; the form also requires the current one. */
export function PasswordSection({ email, runAction }: { email: string; runAction: RunAction }) {
  const text = (data: FormData, name: string) => String(data.get(name));
  const { errors, form, button } = useForm({
    runAction,
    check: (data) => ({
      ...(text(data, 'currentPassword') === '' && {
        currentPassword: 'Your current password is required',
      }),
      ...(text(data, 'password').length < PASSWORD_MIN && { password: messages.password }),
    }),
    send: (data) => changePassword(text(data, 'currentPassword'), text(data, 'password')),
    onDone: (_, element) => element.reset(),
  });
  return (
    <Section title="Password" lead="Changing it signs out all other devices.">
      <form className="form" {...form}>
        {/* Lets password managers find the account of the password. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <SecretField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          error={errors.fields.currentPassword}
        />
        <SecretField
          label="New password"
          name="password"
          autoComplete="new-password"
          hint="At least 6 characters. Several words in a row work best."
          error={errors.fields.password}
        />
        <p>
          <button className="button" {...button}>
            Change password
          </button>
        </p>
        <p>
          Forgot your current password? <a href="/forgot-password">Request a link by email</a>
        </p>
      </form>
    </Section>
  );
}

/** Signing in with an account of another service. */
export function OAuthSection({ oauth: { name, login }, runAction }: OAuthSectionProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const connect = () =>
    runAction(() => connectOAuthAccount().then(({ url }) => location.assign(url)));
  return (
    <Section
      title={name}
      lead={`Sign in with your ${name} account instead of a password. Nothing is posted there.`}
    >
      {login === null ? (
        <p>
          <BusyButton className="button" onPress={connect}>
            Connect {name}
          </BusyButton>
        </p>
      ) : (
        <>
          <p className="own-account__fact">
            <strong>{login}</strong> <span className="badge badge--good">connected</span>
          </p>
          <p>
            <SmallButton
              variant="danger"
              label="Remove"
              of={`the ${name} account`}
              onClick={() => setIsConfirming(true)}
            />
          </p>
        </>
      )}
      {isConfirming && (
        <ConfirmDialog
          confirm="Remove"
          variant="danger"
          title={`Remove the ${name} account?`}
          onClose={() => setIsConfirming(false)}
          onConfirm={() => runAction(disconnectOAuthAccount)}
        >
          It can no longer be used to sign in here. You can connect it again.
        </ConfirmDialog>
      )}
    </Section>
  );
}
