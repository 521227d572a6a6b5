import { element } from './search/elements.ts';

/**
 * Says what is off, and offers to try again; tries by itself when the network is back.
 * @param retry is called once; the notice is gone by then
 */
export function troubleNotice(sentence: string, retry: () => void): HTMLElement {
  const button = element('button', { class: 'button button--small', type: 'button' }, 'Try again');
  const notice = element(
    'div',
    { class: 'notice notice--warning', role: 'alert' },
    element('p', {}, sentence),
    button,
  );
  const again = () => {
    removeEventListener('online', again);
    // Whoever has left the page, or tried in another way, is not bothered.
    if (!notice.isConnected) return;
    notice.remove();
    retry();
  };
  button.addEventListener('click', again);
  addEventListener('online', again);
  return notice;
}
