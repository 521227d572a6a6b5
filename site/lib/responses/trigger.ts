import { showToast } from '../../client/show-toast.ts';
import { commentInHash, isResponsesHash } from './address.ts';

/** What an article carries of its responses: what opens them. The panel is fetched on intent. */
export function startResponses(): void {
  const button = document.querySelector<HTMLButtonElement>('button[data-responses]');
  if (!button) return;
  let fetched: Promise<typeof import('./panel.ts')> | undefined;
  const fetchPanel = () => {
    fetched ??= import('./panel.ts').catch((error: unknown) => {
      // The next click tries again.
      fetched = undefined;
      throw error;
    });
    return fetched;
  };
  const open = async (wish: { at?: string | null; write?: boolean; toggle?: boolean }) => {
    try {
      await (await fetchPanel()).showPanel(button, wish);
    } catch {
      const message = 'The responses could not be fetched. They also stand below the article.';
      void showToast({ type: 'error', message });
    }
  };
  const ahead = () => void fetchPanel().catch(() => undefined);
  button.addEventListener('pointerenter', ahead, { once: true });
  button.addEventListener('focus', ahead, { once: true });
  button.addEventListener('click', () => void open({ toggle: true }));
  document.addEventListener('click', ({ target }) => {
    if ((target as Element).closest?.('[data-respond]')) void open({ write: true });
  });
  const follow = () => {
    if (isResponsesHash(location.hash)) void open({ at: commentInHash(location.hash) });
  };
  addEventListener('hashchange', follow);
  follow();
}
