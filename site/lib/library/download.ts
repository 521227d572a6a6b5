import type { DownloadLink, LibraryFile } from '#contracts/library.ts';
import { ApiError, callApi } from '../api-client.ts';
import { element } from '../search/elements.ts';
import { showToast } from '../toast.ts';

/** Fetches a version of a file: asks for a link to it, which the browser then follows. */
export function downloadButton(
  { _id, name, version }: LibraryFile['versions'][number],
  isNewest: boolean,
): HTMLElement {
  const button = element(
    'button',
    { class: `button button--small${isNewest ? ' button--main' : ''}`, type: 'button' },
    'Download',
    element('span', { class: 'quiet' }, ` ${name}, version ${version}`),
  );
  button.addEventListener('click', async () => {
    if (button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    try {
      const body = { version: _id };
      const { url } = await callApi<DownloadLink>('POST', '/api/library/links', { body });
      // What it answers is kept as a file: the page stays.
      location.assign(url);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      void showToast({ type: 'error', message: error.message });
    } finally {
      button.removeAttribute('aria-busy');
    }
  });
  return button;
}
