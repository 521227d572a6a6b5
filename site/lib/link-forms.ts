import { showDone, showFormError, startAccountForm, takeFromHash } from './account-form.ts';

const INCOMPLETE =
  'This link is not complete. Please open it from the mail once more, or ask for a new one.';

interface Said {
  msg: string;
}

/** The form of /forgot-password. */
export function startForgot(form: HTMLFormElement): void {
  startAccountForm<Said>(form, {
    path: '/api/user/forgot',
    body: (text) => ({ email: text('email') }),
    done: ({ msg }) => showDone(form, msg),
  });
}

/** The form of /reset-password, which the link of a mail leads to. */
export function startReset(form: HTMLFormElement): void {
  const token = tokenOf(form);
  startAccountForm<Said>(form, {
    path: '/api/user/reset',
    body: (text) => ({ token, password: text('password') }),
    done: ({ msg }) => showDone(form, msg),
  });
}

/** The button of /confirm-email: programs that open each link of a mail press no button. */
export function startConfirmEmail(form: HTMLFormElement): void {
  const token = tokenOf(form);
  startAccountForm<Said>(form, {
    path: '/api/user/email/confirm',
    body: () => ({ token }),
    done: ({ msg }) => showDone(form, msg),
  });
}

function tokenOf(form: HTMLFormElement): string {
  const token = takeFromHash('token');
  if (!token) showFormError(form, INCOMPLETE);
  return token;
}
