import { useState } from 'react';
import type { TotpOffer } from '#contracts/second-factor.ts';
import { Field } from '../Field.tsx';
import { type Account, acceptTotp, offerTotp, removeTotp } from './account-calls.ts';
import { Section } from './Section.tsx';
import type { Act } from './use-account.ts';
import { useSectionForm } from './use-section-form.ts';

interface Props {
  account: Account;
  act: Act;
  onCodes(codes: string[] | null): void;
}

/** Codes of an authenticator program: set up with a first code, asked for on new devices. */
export function TotpSection({ account, act, onCodes }: Props) {
  const [offer, setOffer] = useState<TotpOffer | null>(null);
  const on = account.secondFactors.includes('totp');
  return (
    <Section
      title="Authenticator"
      lead="A program on your phone shows six digits. A new device is asked for them once, after the password."
    >
      <p className="own-account__fact">
        <span className={on ? 'badge badge--good' : 'badge'}>{on ? 'on' : 'off'}</span>
      </p>
      {!on && !account.emailConfirmed && <p>Please confirm your e-mail first.</p>}
      {!on && account.emailConfirmed && !offer && (
        <p>
          <button
            type="button"
            className="button"
            onClick={() =>
              void act(async () => {
                setOffer(await offerTotp());
                return undefined;
              })
            }
          >
            Set up an authenticator
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
            Turn the authenticator off
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
  const [code, setCode] = useState('');
  const { errors, busy, form, onSubmit } = useSectionForm(
    () =>
      act(async () => {
        const answer = await acceptTotp(code);
        onClose();
        onCodes(answer.recoveryCodes);
        return answer;
      }),
    () => (code.trim() ? {} : { code: 'The code is required' }),
  );
  const { size, path } = offer.qr;
  return (
    <form className="form" ref={form} onSubmit={onSubmit} noValidate>
      <ol className="own-account__steps">
        <li>
          <p>Scan this with your authenticator.</p>
          <svg
            className="own-account__qr"
            viewBox={`0 0 ${size} ${size}`}
            role="img"
            aria-label="QR code for your authenticator"
          >
            <path d={path} />
          </svg>
          <p>
            Or <a href={offer.address}>open it on this device</a>, or type in:{' '}
            <code className="own-account__secret">{offer.secret}</code>
          </p>
        </li>
        <li>
          <Field
            label="The code it shows now"
            name="code"
            value={code}
            onChange={setCode}
            error={errors.code}
            maxLength={10}
          />
        </li>
      </ol>
      <p className="own-account__actions">
        <button type="submit" className="button button--main" aria-disabled={busy || undefined}>
          Turn it on
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </p>
    </form>
  );
}
