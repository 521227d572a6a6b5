import { showToast } from './show-toast.ts';

/** Milliseconds a button says that it has copied. */
const SAYS_COPIED_MS = 2000;

/** Copies what a button or a link of an article offers: a code block, or the address of a heading or the article. */
export function copyFor(pressed: HTMLElement): Promise<void> {
  if (pressed.matches('.code-copy')) return copyCode(pressed);
  if (pressed.matches('[data-share]')) return share();
  return copyLink(pressed instanceof HTMLAnchorElement ? pressed.hash : '');
}

/** Opens the system's own dialog, which takes the place of the links at the end. */
async function share(): Promise<void> {
  const url = `${location.origin}${location.pathname}`;
  const title = document.querySelector('h1')?.textContent ?? document.title;
  // Closing the dialog without sharing is no failure.
  await navigator.share({ title, url }).catch(() => undefined);
}

async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest('.code')?.querySelector('pre');
  const status = document.querySelector('[data-copied]');
  if (!code || !status) return;
  if (!(await copy(code.textContent))) {
    getSelection()?.selectAllChildren(code);
    return refuse('The code is selected: copy it with Ctrl+C or ⌘C.');
  }
  button.textContent = 'Copied';
  status.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
    status.textContent = '';
  }, SAYS_COPIED_MS);
}

async function copyLink(hash: string): Promise<void> {
  const address = location.origin + location.pathname + hash;
  if (await copy(address)) return showToast({ type: 'SUCCESS', message: 'Link copied' });
  return refuse(`The address is ${address}`);
}

function refuse(instead: string): void {
  const message = `Your browser does not allow this page to use the clipboard. ${instead}`;
  showToast({ type: 'error', message });
}

/** @returns whether the text is in the clipboard */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyTheOldWay(text);
  }
}

/** Over plain http there is no clipboard but that of selections. */
function copyTheOldWay(text: string): boolean {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.className = 'quiet';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
