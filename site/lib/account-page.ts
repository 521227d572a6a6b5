import { startConfirmEmail, startForgot, startReset } from './link-forms.ts';
import { startRegister, startSignIn } from './sign-in-forms.ts';

const starts: Record<string, (form: HTMLFormElement) => void> = {
  login: startSignIn,
  register: startRegister,
  forgot: startForgot,
  reset: startReset,
  'confirm-email': startConfirmEmail,
};

/** Makes the form of an account page work, whichever it is. */
export function startAccountPage(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-account]');
  if (form) starts[form.dataset.account ?? '']?.(form);
}
