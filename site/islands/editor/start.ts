import { ApiError } from '../../lib/api-client.ts';
import { readSessionFlag } from '../../lib/session-flag.ts';
import { confirmSession, isAdmin } from '../../stores/session.ts';

/**
 * The door of the editor: nothing of it is fetched before the API has agreed that an admin is here.
 * Everybody else sees what stands at an address that does not exist.
 */
export async function start(): Promise<void> {
  const place = document.getElementById('editor');
  const missing = document.getElementById('missing');
  if (!place || !missing) return;
  const showMissing = () => {
    place.remove();
    missing.hidden = false;
  };
  const expected = readSessionFlag() !== null;
  const session = await confirmSession();
  if (session.state === 'failed') return showProblem(place, session.reason);
  // Whose session has just ended gets a way back; a guest sees no sign of what is here.
  if (expected && session.state === 'guest') offerSignIn(missing);
  if (!isAdmin(session)) return showMissing();
  try {
    const { mount } = await import('./mount.tsx');
    await mount(place, articleId());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) showMissing();
    else showProblem(place, error.message);
  }
}

/** /admin/blog/edit/{id}: one built page serves them all. */
function articleId(): string | null {
  const [, id] = /^\/admin\/blog\/edit\/([^/]+)\/?$/.exec(location.pathname) ?? [];
  return id === undefined ? null : decodeURIComponent(id);
}

function offerSignIn(missing: HTMLElement): void {
  const paragraph = document.createElement('p');
  const link = document.createElement('a');
  link.href = `/login?next=${encodeURIComponent(location.pathname)}`;
  link.textContent = 'Sign in';
  paragraph.className = 'notice';
  paragraph.append('Your session has ended. ', link, ' to go on.');
  missing.append(paragraph);
}

function showProblem(place: HTMLElement, sentence: string): void {
  const paragraph = document.createElement('p');
  paragraph.className = 'notice notice--warning';
  paragraph.role = 'alert';
  paragraph.textContent = sentence;
  place.replaceChildren(paragraph);
}
