import { useState } from 'react';
import { ruleSecondFactor } from './account-calls.ts';
import { Section } from './Section.tsx';
import type { Act } from './use-account.ts';

/** For admins: whether all of them need a second factor. */
export function RuleSection({ required, act }: { required: boolean; act: Act }) {
  // Shown while the API has not answered; where it refuses, the box goes back.
  const [wished, setWished] = useState<boolean | null>(null);

  async function rule(checked: boolean) {
    setWished(checked);
    await act(() => ruleSecondFactor(checked));
    setWished(null);
  }

  return (
    <Section
      title="Rule for admins"
      lead="With it, whoever is an admin is heard as one only with an authenticator or a passkey."
    >
      <p>
        <label className="check">
          <input
            type="checkbox"
            checked={wished ?? required}
            onChange={(event) => void rule(event.currentTarget.checked)}
          />
          Admins need a second factor
        </label>
      </p>
    </Section>
  );
}
