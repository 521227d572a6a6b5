import { useState } from 'react';
import { setSecondFactorPolicy } from '../../client/account-calls.ts';
import { Section } from '../ui/Section.tsx';
import type { Act } from '../ui/use-act.tsx';

/** Second-factor policy of all admins, for admins. */
export function RuleSection({ required, act }: { required: boolean; act: Act }) {
  // Shown immediately, and reverted if the API refuses.
  const [chosen, setChosen] = useState(required);

  async function rule(checked: boolean) {
    setChosen(checked);
    const { done } = await act(() => setSecondFactorPolicy(checked));
    if (!done) setChosen(!checked);
  }

  return (
    <Section
      title="Second-factor policy"
      lead="Admins without an authenticator app or a passkey only have member rights."
    >
      <p>
        <label className="check">
          <input
            type="checkbox"
            checked={chosen}
            onChange={(event) => void rule(event.currentTarget.checked)}
          />
          Admins need a second factor
        </label>
      </p>
    </Section>
  );
}
