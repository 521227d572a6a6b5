import { LinkDone } from './LinkDone.tsx';
import { useLinkForm } from './use-link-form.ts';

/** Confirms an email address. It takes a press, because programs that open the links of emails press no button. */
export function ConfirmEmail() {
  const { form, button, reason, done } = useLinkForm({ path: '/api/user/email/confirm' });
  if (done) {
    return (
      <LinkDone sentence={done.msg}>
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
      <p>One press, and we know that this address is yours.</p>
      <p className="form__error" role="alert">
        {reason}
      </p>
      <button className="button button--main" {...button}>
        Confirm e-mail
      </button>
      <p>Did not ask for this? Close the page: nothing happens.</p>
    </form>
  );
}
