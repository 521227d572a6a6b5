import { confirmSession } from '../../stores/session.ts';

/** Draws /account once the API has said who is here; a guest is led to sign in and back. */
export async function start(): Promise<void> {
  const place = document.getElementById('account');
  if (!place) return;
  const session = await confirmSession();
  if (session.state === 'failed') {
    const paragraph = document.createElement('p');
    paragraph.className = 'notice notice--warning';
    paragraph.role = 'alert';
    paragraph.textContent = session.reason;
    place.replaceChildren(paragraph);
    return;
  }
  if (session.state !== 'signed-in') {
    location.replace(`/login?next=${encodeURIComponent(location.pathname)}`);
    return;
  }
  const { mount } = await import('./mount.tsx');
  mount(place);
}
