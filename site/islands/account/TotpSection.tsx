import { useState } from 'react';
import type { TotpOffer } from '#contracts/session.ts';
import { type Account, confirmTotp, enrolTotp, removeTotp } from '../../client/account-calls.ts';
import { Field } from '../ui/Field.tsx';
import { Section } from '../ui/Section.tsx';
import type { Act } from '../ui/use-act.tsx';
import { useForm } from '../ui/use-form.ts';

interface Props {
  account: Account;
  act: Act;
  onCodes(codes: string[] | null): void;
}

/** Codes of an authenticator app: enrolled with a first code, required on new devices. */
export function TotpSection({ account, act, onCodes }: Props) {
  const [offer, setOffer] = useState<TotpOffer | null>(null);
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
      {!on && account.emailConfirmed && !offer && (
        <p>
          <button
            type="button"
            className="button"
            onClick={() =>
              void act(async () => {
                setOffer(await enrolTotp());
                return undefined;
              })
            }
          >
            Set up an authenticator app
          </button>
        </p>
      )}
      {!on && offer && (
        <Offer offer={offer} act={act} onCodes={onCodes} onClose={() => setOffer(null)} />
      )}
      {on && (
        <p>
          <button
            type="button"
            className="button button--danger"
            onClick={() => {
              setOffer(null);
              void act(removeTotp);
            }}
          >
            Turn off authenticator
          </button>
        </p>
      )}
    </Section>
  );
}

interface OfferProps {
  offer: TotpOffer;
  act: Act;
  onCodes(codes: string[] | null): void;
  onClose(): void;
}

function Offer({ offer, act, onCodes, onClose }: OfferProps) {
  const { errors, form, button } = useForm({
    act,
    messages: { code: 'The code is required' },
    send: (data) => confirmTotp(String(data.get('code'))),
    onDone: ({ recoveryCodes }) => {
      onClose();
      onCodes(recoveryCodes);
    },
  });
  const { size, path } = offer.qr;
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
            Or <a href={offer.address}>open it on this device</a>, or enter this key:{' '}
            <code className="own-account__secret">{offer.secret}</code>
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
