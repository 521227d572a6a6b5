import { counted } from '../../lib/format.ts';
import { renewRecoveryCodes } from './account-calls.ts';
import { Section } from './Section.tsx';
import type { Act } from './use-account.ts';

interface Props {
  left: number;
  act: Act;
  onCodes(codes: string[] | null): void;
}

/** Codes for the day on which the other factors are lost. */
export function RecoverySection({ left, act, onCodes }: Props) {
  return (
    <Section
      title="Recovery codes"
      lead="Each lets you in once, in the place of the authenticator or passkey. Keep them away from your devices."
    >
      <p className="own-account__fact">
        <strong>{counted(left, 'code')} left</strong>
      </p>
      <p>
        <button
          type="button"
          className="button"
          onClick={() =>
            void act(async () => {
              const answer = await renewRecoveryCodes();
              onCodes(answer.recoveryCodes);
              return answer;
            })
          }
        >
          Make new codes
        </button>
      </p>
    </Section>
  );
}
