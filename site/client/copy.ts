import { showToast } from './show-toast.ts';

/** Milliseconds a button says that it has copied. */
const SAYS_COPIED_MS = 2000;

/** Copy buttons on code blocks, links to headings, and the link to the article. */
export function startCopying(): void {
  const status = document.createElement('p');
  status.className = 'quiet';
  status.setAttribute('role', 'status');
  status.lang = 'en';
  document.body.append(status);
  for (const figure of document.querySelectorAll('.prose .code')) figure.append(copyButton());
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    const button = target.closest<HTMLElement>('.code-copy');
    const anchor = target.closest<HTMLAnchorElement>('.heading-anchor');
    if (button) void copyCode(button, status);
    else if (anchor) void copyLink(anchor.hash);
    else if (target.closest('[data-copy-link]')) void copyLink('');
  });
}

function copyButton(): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'code-copy';
  button.lang = 'en';
  button.textContent = 'Copy';
  button.setAttribute('aria-label', 'Copy code');
  return button;
}

async function copyCode(button: HTMLElement, status: HTMLElement): Promise<void> {
  const code = button.closest('.code')?.querySelector('pre');
  if (!code) return;
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

function refuse(instead: string): Promise<void> {
  const message = `Your browser does not allow this page to use the clipboard. ${instead}`;
  return showToast({ type: 'error', message });
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
