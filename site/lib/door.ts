import { readStored, writeStored } from '../client/storage.ts';
import { confirmSession, endedParameter } from '../stores/session.ts';
import { troubleNotice } from './trouble-notice.ts';

/** Remembers when a page was last asked for anew, so that nobody is sent round in circles. */
const ASKED = 'door-asked';
const AGAIN_MS = 10_000;

/**
 * The door before pages for members: guests are led to sign in and back. A member whose access token had
 * lapsed has a fresh one by now, and asks for the page again.
 */
export async function startDoor(): Promise<void> {
  const door = document.getElementById('door');
  const says = door?.querySelector('[data-says]');
  if (!door || !says) return;
  const address = location.pathname + location.search;
  const session = await confirmSession();
  if (session.state === 'signed-in' && Date.now() - askedAt() > AGAIN_MS) {
    remember();
    location.replace(address);
  } else if (session.state === 'signed-in') {
    // Opened by its own address, or the server cannot tell who asks.
    says.textContent = door.dataset.away ?? '';
  } else if (session.state === 'failed') {
    says.textContent = '';
    door.append(troubleNotice(session.reason, () => void startDoor()));
  } else {
    location.replace(`/login?next=${encodeURIComponent(address)}${endedParameter(session)}`);
  }
}

const askedAt = () => Number(readStored(ASKED, 'session'));
const remember = () => writeStored(ASKED, String(Date.now()), 'session');
