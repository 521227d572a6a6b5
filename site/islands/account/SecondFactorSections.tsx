import { useEffect, useState } from 'react';
import type { TotpEnrolment } from '#contracts/session.ts';
import {
  type Account,
  confirmTotp,
  enrolTotp,
  removeTotp,
  renewRecoveryCodes,
  setSecondFactorPolicy,
} from '../../client/account-api.ts';
import { pluralize } from '../../format/pluralize.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { copyWithToast } from '../ui/copy-with-toast.ts';
import { ConfirmDialog } from '../ui/Dialogs.tsx';
import { Field } from '../ui/Field.tsx';
import { Section } from '../ui/Section.tsx';
import { type RunAction, useExclusive } from '../ui/use-action.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { useForm } from '../ui/use-form.ts';

interface RecoverySectionProps {
  left: number;
  runAction: RunAction;
  onCodes(codes: string[] | null): void;
}

interface Props {
  account: Account;
  runAction: RunAction;
  onCodes(codes: string[] | null): void;
}

/** Codes of an authenticator app: enrolled with a first code, required on new devices. */
export function TotpSection({ account, runAction, onCodes }: Props) {
  const [enrolment, setEnrolment] = useState<TotpEnrolment | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const on = account.secondFactors.includes('totp');
  return (
    <Section
      title="Authenticator"
      lead="An authenticator app shows a six-digit code. New devices ask for it once, after the password."
    >
      <p className="own-account__fact">
        <span className={on ? 'badge badge--good' : 'badge'}>{on ? 'on' : 'off'}</span>
      </p>
      {!on && !account.emailConfirmed && <p>Please confirm your email first.</p>}
      {!on && account.emailConfirmed && !enrolment && (
        <p>
          <BusyButton
            className="button"
            onPress={() => runAction(() => enrolTotp().then(setEnrolment))}
          >
            Set up an authenticator app
          </BusyButton>
        </p>
      )}
      {!on && enrolment && (
        <TotpEnrolmentForm
          enrolment={enrolment}
          runAction={runAction}
          onCodes={onCodes}
          onClose={() => setEnrolment(null)}
        />
      )}
      {on && (
        <p>
          <button
            type="button"
            className="button button--danger"
            onClick={() => {
              setEnrolment(null);
              setIsConfirming(true);
            }}
          >
            Turn off authenticator
          </button>
        </p>
      )}
      {isConfirming && (
        <ConfirmDialog
          confirm="Turn off"
          variant="danger"
          title="Turn off the authenticator?"
          onClose={() => setIsConfirming(false)}
          onConfirm={() => runAction(removeTotp)}
        >
          New devices no longer ask for its codes. To turn it on again, you have to scan a new code.
        </ConfirmDialog>
      )}
    </Section>
  );
}

interface TotpEnrolmentFormProps {
  enrolment: TotpEnrolment;
  runAction: RunAction;
  onCodes(codes: string[] | null): void;
  onClose(): void;
}

function TotpEnrolmentForm({ enrolment, runAction, onCodes, onClose }: TotpEnrolmentFormProps) {
  const { errors, form, button } = useForm({
    runAction,
    messages: { code: 'The code is required' },
    send: (data) => confirmTotp(String(data.get('code'))),
    onDone: ({ recoveryCodes }) => {
      onClose();
      onCodes(recoveryCodes);
    },
  });
  const { size, path } = enrolment.qr;
  return (
    <form className="form" {...form}>
      <ol className="own-account__steps">
        <li>
          <p>Scan this code with your authenticator app.</p>
          <svg
            className="own-account__qr"
            viewBox={`0 0 ${size} ${size}`}
            role="img"
            aria-label="QR code for your authenticator app"
          >
            <path d={path} />
          </svg>
          <p>
            Or <a href={enrolment.url}>open it on this device</a>, or enter this key:{' '}
            <code className="own-account__secret">{enrolment.secret}</code>
          </p>
        </li>
        <li>
          <Field
            label="Current code"
            name="code"
            required
            error={errors.fields.code}
            maxLength={10}
          />
        </li>
      </ol>
      <p className="own-account__actions">
        <button className="button button--main" {...button}>
          Turn on
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </p>
    </form>
  );
}

/** Second-factor policy of all admins, for admins. */
export function SecondFactorPolicySection({
  required,
  runAction,
}: {
  required: boolean;
  runAction: RunAction;
}) {
  /** The chosen policy until the account is loaded with it. */
  const [pending, setPending] = useState<boolean | null>(null);
  if (pending === required) setPending(null);
  const runExclusive = useExclusive();

  const changePolicy = (checked: boolean) =>
    runExclusive(['policy'], async () => {
      setPending(checked);
      const { done } = await runAction(() => setSecondFactorPolicy(checked));
      if (!done) setPending(null);
    });

  return (
    <Section
      title="Second-factor policy"
      lead="Admins without an authenticator app or a passkey only have member rights."
    >
      <p>
        <label className="check">
          <input
            type="checkbox"
            checked={pending ?? required}
            onChange={(event) => void changePolicy(event.currentTarget.checked)}
          />
          Admins need a second factor
        </label>
      </p>
    </Section>
  );
}

/** Recovery codes for when the other factors are lost. */
export function RecoverySection({ left, runAction, onCodes }: RecoverySectionProps) {
  return (
    <Section
      title="Recovery codes"
      lead="Use one code to sign in without your authenticator or passkey. Each code works once. Store them away from your devices."
    >
      <p className="own-account__fact">
        <strong>{pluralize(left, 'code')} left</strong>
      </p>
      <p>
        <BusyButton
          className="button"
          onPress={() =>
            runAction(async () => {
              const response = await renewRecoveryCodes();
              onCodes(response.recoveryCodes);
              return response;
            })
          }
        >
          Create new codes
        </BusyButton>
      </p>
    </Section>
  );
}

/** Shows recovery codes once; it closes only by its button. */
export function CodesDialog({ codes, onClose }: { codes: string[]; onClose(): void }) {
  const { dialog, titleId, close } = useDialog(onClose);
  const [fileUrl, setFileUrl] = useState<string>();
  useEffect(() => {
    const file = new Blob([`${codes.join('\n')}\n`], { type: 'text/plain' });
    const objectUrl = URL.createObjectURL(file);
    setFileUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [codes]);

  const copy = () =>
    copyWithToast(
      codes.join('\n'),
      'Copied.',
      'Your browser does not allow copying. Please download the codes or write them down.',
    );

  return (
    <dialog
      {...dialog}
      onCancel={(event) => event.preventDefault()}
      // Chromium closes it at the second Escape, whose `cancel` cannot be prevented.
      onKeyDown={(event) => event.key === 'Escape' && event.preventDefault()}
    >
      <h2 id={titleId}>Your recovery codes</h2>
      <p>
        These codes are shown only once. Each can be used once if you lose your authenticator or
        passkey.
      </p>
      <ul className="own-account__codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <p className="dialog__actions">
        <button type="button" className="button" onClick={() => void copy()}>
          Copy
        </button>
        <a className="button" href={fileUrl} download="recovery-codes.txt">
          Download
        </a>
        <button type="button" className="button button--main" onClick={close}>
          I have saved them
        </button>
      </p>
    </dialog>
  );
}
