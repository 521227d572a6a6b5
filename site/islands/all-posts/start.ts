import { loadStyles } from '../../lib/load-styles.ts';
import { troubleNotice } from '../../lib/trouble-notice.ts';
import { confirmSession, isAdmin } from '../../stores/session.ts';
import styles from '../../styles/all-posts.css?url';

/** Draws the admin's list on the home page, once the API agrees that an admin is here. */
export async function start(): Promise<void> {
  const place = document.getElementById('all-posts');
  const session = await confirmSession();
  if (!place) return;
  if (session.state === 'failed') {
    place.replaceChildren(troubleNotice(session.reason, () => void start()));
    return;
  }
  // Not an admin: the flag is corrected by now, and with it the page shows what guests see.
  if (!isAdmin(session) || session.state !== 'signed-in') return;
  const [{ mount }] = await Promise.all([import('./mount.tsx'), loadStyles(styles)]);
  mount(place, session.user._id);
}
