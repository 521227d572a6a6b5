import { ruleSecondFactor } from './account-calls.ts';
import { Section } from './Section.tsx';
import type { Act } from './use-account.ts';

/** For admins: whether all of them need a second factor. */
export function RuleSection({ required, act }: { required: boolean; act: Act }) {
  return (
    <Section
      title="Rule for admins"
      lead="With it, whoever is an admin is heard as one only with an authenticator or a passkey."
    >
      <p>
        <label className="check">
          <input
            type="checkbox"
            checked={required}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              void act(() => ruleSecondFactor(checked));
            }}
          />
          Admins need a second factor
        </label>
      </p>
    </Section>
  );
}
