import { showDone, showFormError, startAccountForm } from './account-form.ts';
import { INCOMPLETE_LINK, takeFromHash } from './take-from-hash.ts';

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

/** The form of /invitation, which the link of an email leads to. */
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
  if (!token) showFormError(form, INCOMPLETE_LINK);
  return token;
}
