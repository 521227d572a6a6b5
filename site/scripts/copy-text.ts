import { showToast } from '../stores/toasts.ts';

/** Milliseconds for which a button shows 'Copied'. */
const COPIED_MS = 2000;

/** Handles a click on a button or link of an article that copies a code block or a URL, or shares the article. */
export function handleCopy(control: HTMLElement): Promise<void> {
  if (control.matches('.code-copy')) return copyCode(control);
  if (control.matches('[data-share]')) return share();
  return copyLink(control instanceof HTMLAnchorElement ? control.hash : '');
}

/** Opens the share dialog of the system in place of the share links below the article. */
async function share(): Promise<void> {
  const url = `${location.origin}${location.pathname}`;
  const title = document.querySelector('h1')?.textContent ?? document.title;
  // The promise also rejects if the user closes the dialog.
  await navigator.share({ title, url }).catch(() => undefined);
}

async function copyCode(button: HTMLElement): Promise<void> {
  const code = button.closest('.code')?.querySelector('pre');
  const status = document.querySelector('[data-copied]');
  if (!code || !status) return;
  if (!(await copyToClipboard(code.textContent))) {
    getSelection()?.selectAllChildren(code);
    return showCopyError('The code is selected: copy it with Ctrl+C or ⌘C.');
  }
  button.textContent = 'Copied';
  status.textContent = 'Copied';
  setTimeout(() => {
    button.textContent = 'Copy';
    status.textContent = '';
  }, COPIED_MS);
}

async function copyLink(hash: string): Promise<void> {
  const url = location.origin + location.pathname + hash;
  if (await copyToClipboard(url)) return showToast({ type: 'SUCCESS', message: 'Link copied' });
  return showCopyError(`The URL is ${url}`);
}

function showCopyError(alternative: string): void {
  const message = `Your browser does not allow this page to use the clipboard. ${alternative}`;
  showToast({ type: 'error', message });
}

/** @returns true if the text was copied */
async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Copies by selecting a text field: the Clipboard API does not exist over plain http. */
function copyBySelection(text: string): boolean {
  const field = document.createElement('textarea');
  const focused = document.activeElement;
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
