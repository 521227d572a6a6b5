import { renewRecoveryCodes } from '../../client/account-calls.ts';
import { pluralize } from '../../format/pluralize.ts';
import { Section } from '../ui/Section.tsx';
import type { Act } from '../ui/use-act.tsx';

interface Props {
  left: number;
  act: Act;
  onCodes(codes: string[] | null): void;
}

/** Recovery codes for when the other factors are lost. */
export function RecoverySection({ left, act, onCodes }: Props) {
  return (
    <Section
      title="Recovery codes"
      lead="Use one code to sign in without your authenticator or passkey. Each code works once. Store them away from your devices."
    >
      <p className="own-account__fact">
        <strong>{pluralize(left, 'code')} left</strong>
      </p>
      <p>
        <button
          type="button"
          className="button"
          onClick={() =>
            void act(async () => {
              const response = await renewRecoveryCodes();
              onCodes(response.recoveryCodes);
              return response;
            })
          }
        >
          Create new codes
        </button>
      </p>
    </Section>
  );
}
