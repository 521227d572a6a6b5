import { cartMessages } from '#contracts/shop-words.ts';
import { hasPendingPurchase } from '../client/pending-purchase.ts';
import { startConfirmEmail, startForgot, startReset } from './link-forms.ts';
import { pathAsked } from './path-before.ts';
import { hasSessionEnded, SESSION_ENDED } from './session-ended.ts';
import { readSessionFlag } from './session-flag.ts';
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
  const asked = new URLSearchParams(location.search);
  // Who comes back from a code-hosting service, or has to sign in again to re-authenticate, gets the form.
  if (asked.has('state') || asked.has('again')) showForms();
  else if (readSessionFlag()) void greet();
  starts[form.dataset.account ?? '']?.(form);
  if (form.dataset.account !== 'login') return;
  // What a member wanted to buy waits until they are signed in.
  if (hasPendingPurchase()) sayWhy(form, cartMessages.guest);
  if (hasSessionEnded()) sayWhy(form, SESSION_ENDED);
}

function showForms(): void {
  document.querySelector('[data-greeting]')?.remove();
  for (const form of document.querySelectorAll('form.for-guest')) {
    form.classList.remove('for-guest');
  }
}

/** Tells a member who is signed in, in the place of the form; base.css hides the one or the other. */
async function greet(): Promise<void> {
  const greeting = document.querySelector<HTMLElement>('[data-greeting]');
  if (!greeting) return;
  const next = pathAsked();
  const link = greeting.querySelector<HTMLAnchorElement>('[data-greeting-next]');
  if (link && next !== '/') {
    link.href = next;
    link.textContent = 'Continue';
  }
  const { confirmSession } = await import('../stores/session.ts');
  const session = await confirmSession();
  if (session.state !== 'signed-in') return;
  const { name, email } = session.user;
  const who = greeting.querySelector('[data-greeting-who]');
  if (who) who.textContent = ` as ${name} (${email})`;
}

/** Puts a sentence above the form. */
function sayWhy(form: HTMLFormElement, sentence: string): void {
  const note = document.createElement('p');
  note.className = 'notice';
  note.setAttribute('role', 'status');
  note.textContent = sentence;
  form.prepend(note);
}
