import { ApiError } from '../lib/api-client.ts';
import { readSessionFlag } from '../lib/session-flag.ts';
import { troubleNotice } from '../lib/trouble-notice.ts';
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
async function openAdminDoor({ place, missing, enter }: Door): Promise<void> {
  const expected = readSessionFlag() !== null;
  const session = await confirmSession();
  if (session.state === 'failed') return explain({ place, missing, enter }, session.reason);
  if (isAdmin(session)) return enterOrExplain({ place, missing, enter });
  // Whose session has just ended gets a way back; a guest sees no sign of what is here.
  if (expected && session.state === 'guest') missing.append(wayBack());
  showMissing({ place, missing });
}

/**
 * The door of the built page whose place has this id. `enter` fetches and draws the page, as of `Door`.
 */
export async function enterAdminPage(
  id: string,
  enter: (place: HTMLElement) => Promise<void>,
): Promise<void> {
  const place = document.getElementById(id);
  const missing = document.getElementById('missing');
  if (!place || !missing) return;
  await openAdminDoor({ place, missing, enter: () => enter(place) });
}

async function enterOrExplain(door: Door): Promise<void> {
  try {
    await door.enter();
  } catch (error) {
    // Whatever else fails here is a part of the page that could not be fetched.
    if (!(error instanceof ApiError)) return explain(door, NOT_FETCHED, () => location.reload());
    if (error.status === 404) showMissing(door);
    else explain(door, error.message);
  }
}

const NOT_FETCHED =
  'A part of this page could not be fetched. Nothing was lost: please try again in a moment.';

function explain(door: Door, sentence: string, retry?: () => void): void {
  const waiting = [...door.place.childNodes];
  const again = () => {
    door.place.replaceChildren(...waiting);
    if (retry) retry();
    else void openAdminDoor(door);
  };
  door.place.replaceChildren(troubleNotice(sentence, again));
}

function showMissing({ place, missing }: Pick<Door, 'place' | 'missing'>): void {
  place.remove();
  missing.classList.remove('without-script');
  void import('../lib/not-found/start.ts').then(({ offerClosestPages }) =>
    offerClosestPages(missing, location.pathname),
  );
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
