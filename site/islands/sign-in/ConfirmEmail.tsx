import { LinkDone } from './LinkDone.tsx';
import { useLinkForm } from './use-link-form.ts';

/**
 * Confirms an email address. It needs a press, because programs that open the links of emails press no
 * button.
 */
export function ConfirmEmail() {
  const { form, button, reason, done } = useLinkForm({ path: '/api/user/email/confirm' });
  if (done) {
    return (
      <LinkDone message={done.msg}>
        <p>
          <a className="button button--main" href="/">
            To the home page
          </a>
        </p>
      </LinkDone>
    );
  }
  return (
    <form className="form needs-script" {...form}>
      <p>Confirm that this email address is yours.</p>
      <p className="form__error" role="alert">
        {reason}
      </p>
      <button className="button button--main" {...button}>
        Confirm email
      </button>
      <p>If you did not request this, close the page. Nothing will change.</p>
    </form>
  );
}
