import { askForPassword } from './account-calls.ts';
import { Section } from './Section.tsx';
import type { Act } from './use-account.ts';

/** For an account that another service signs in to: a password of its own, by mail. */
export function FirstPasswordSection({ email, act }: { email: string; act: Act }) {
  return (
    <Section
      title="Password"
      lead="You have none yet. With one you can sign in here whatever happens elsewhere."
    >
      <p>
        <button
          type="button"
          className="button"
          onClick={() => void act(() => askForPassword(email))}
        >
          Mail me a link to choose one
        </button>
      </p>
    </Section>
  );
}
