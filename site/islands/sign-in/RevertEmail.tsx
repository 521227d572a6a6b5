import { LinkDone } from './LinkDone.tsx';
import { useLinkForm } from './use-link-form.ts';

/** Undoes an email change by the link sent to the former address. */
export function RevertEmail() {
  const { form, button, reason, done } = useLinkForm<{ msg: string; resetToken: string }>({
    path: '/api/user/email/revert',
  });
  if (done) {
    return (
      <LinkDone message={done.msg}>
        <p>The old password no longer works. Choose a new one to sign in.</p>
        <a className="button button--main" href={`/reset-password#token=${done.resetToken}`}>
          Choose a new password
        </a>
      </LinkDone>
    );
  }
  return (
    <form className="form needs-script" {...form}>
      <p>
        This restores your previous email address, signs out all devices and invalidates the current
        password. Do this if you did not change the address yourself.
      </p>
      <p className="form__error" role="alert">
        {reason}
      </p>
      <button className="button button--main" {...button}>
        Undo the change
      </button>
      <p>If you changed it yourself, close the page. Nothing will change.</p>
    </form>
  );
}
