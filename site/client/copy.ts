/**
 * Copy buttons on code blocks, links to headings, and the link to the article, which the system shares if it can. What
 * copies is loaded with the first press.
 */
export function startCopying(): void {
  for (const figure of document.querySelectorAll('.prose .code'))
    figure.insertAdjacentHTML(
      'beforeend',
      '<button class="code-copy" type="button" lang="en" aria-label="Copy code">Copy</button>',
    );
  const pressable = `.code-copy,.heading-anchor,[data-copy-link]${'share' in navigator ? ',[data-share]' : ''}`;
  document.addEventListener('click', (event) => {
    const pressed = (event.target as Element).closest<HTMLElement>(pressable);
    if (pressed?.matches('[data-share]')) event.preventDefault();
    if (pressed) void copy(pressed);
  });
}

async function copy(pressed: HTMLElement): Promise<void> {
  try {
    await (await import('./copy-text.ts')).copyFor(pressed);
  } catch {
    // The script could not be fetched.
    alert('This did not load. Try again.');
  }
}
