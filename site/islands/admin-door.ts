import { ApiError } from '../lib/api-client.ts';
import { readSessionFlag } from '../lib/session-flag.ts';
import { confirmSession, isAdmin } from '../stores/session.ts';

interface Door {
  /** Where the page of an admin goes. */
  place: HTMLElement;
  /** What everybody else sees: the same as at an address that does not exist. */
  missing: HTMLElement;
  /**
   * Fetches and draws the page; only called once the API has agreed that an admin is here. What it
   * throws of the API is said in its place; what the API does not have is missing.
   */
  enter(): Promise<void>;
}

/** The door of an admin page: nothing of it is fetched before the API has said who is here. */
export async function openAdminDoor({ place, missing, enter }: Door): Promise<void> {
  const expected = readSessionFlag() !== null;
  const session = await confirmSession();
  if (session.state === 'failed') {
    place.replaceChildren(notice(session.reason));
    return;
  }
  if (isAdmin(session)) return enterOrExplain({ place, missing, enter });
  // Whose session has just ended gets a way back; a guest sees no sign of what is here.
  if (expected && session.state === 'guest') missing.append(wayBack());
  showMissing({ place, missing });
}

async function enterOrExplain({ place, missing, enter }: Door): Promise<void> {
  try {
    await enter();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) showMissing({ place, missing });
    else place.replaceChildren(notice(error.message));
  }
}

function showMissing({ place, missing }: Pick<Door, 'place' | 'missing'>): void {
  place.remove();
  missing.classList.remove('without-script');
  void import('../lib/not-found/start.ts').then(({ offerClosestPages }) =>
    offerClosestPages(missing, location.pathname),
  );
}

function notice(sentence: string): HTMLElement {
  const paragraph = document.createElement('p');
  paragraph.className = 'notice notice--warning';
  paragraph.role = 'alert';
  paragraph.textContent = sentence;
  return paragraph;
}

function wayBack(): HTMLElement {
  const paragraph = document.createElement('p');
  const link = document.createElement('a');
  link.href = `/login?next=${encodeURIComponent(location.pathname)}`;
  link.textContent = 'Sign in';
  paragraph.className = 'notice';
  paragraph.append('Your session has ended. ', link, ' to go on.');
  return paragraph;
}
