/**
 * Starts the copy buttons of code blocks, the links to headings, and the link to the article, which opens the share
 * dialog if the system has one. The first click loads the module that copies.
 */
export function startCopying(): void {
  for (const figure of document.querySelectorAll('.prose .code'))
    figure.insertAdjacentHTML(
      'beforeend',
      '<button class="code-copy" type="button" lang="en" aria-label="Copy code">Copy</button>',
    );
  const controls = `.code-copy,.heading-anchor,[data-copy-link]${'share' in navigator ? ',[data-share]' : ''}`;
  document.addEventListener('click', (event) => {
    const control = (event.target as Element).closest<HTMLElement>(controls);
    if (control?.matches('[data-share]')) event.preventDefault();
    if (control) void copy(control);
  });
}

async function copy(control: HTMLElement): Promise<void> {
  try {
    await (await import('./copy-text.ts')).handleCopy(control);
  } catch {
    // The script could not be loaded.
    alert('This did not load. Try again.');
  }
}
