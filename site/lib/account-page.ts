import { cartMessages } from '#contracts/shop-words.ts';
import { startConfirmEmail, startForgot, startReset } from './link-forms.ts';
import { hasWish } from './shop/wish.ts';
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
  if (!form) return;
  starts[form.dataset.account ?? '']?.(form);
  if (form.dataset.account === 'login' && hasWish()) sayWhy(form);
}

/** Somebody wanted to buy something: it waits until they are signed in. */
function sayWhy(form: HTMLFormElement): void {
  const note = document.createElement('p');
  note.className = 'notice';
  note.setAttribute('role', 'status');
  note.textContent = cartMessages.guest;
  form.prepend(note);
}
