import { requestPasswordReset } from '../../client/account-calls.ts';
import { Section } from '../ui/Section.tsx';
import type { Act } from '../ui/use-act.tsx';

/** Requests an email to set a first password, for an account that signs in with another service. */
export function FirstPasswordSection({ email, act }: { email: string; act: Act }) {
  return (
    <Section
      title="Password"
      lead="You have no password yet. Set one so you can sign in without your connected account."
    >
      <p>
        <button
          type="button"
          className="button"
          onClick={() => void act(() => requestPasswordReset(email))}
        >
          Email me a link to set one
        </button>
      </p>
    </Section>
  );
}
