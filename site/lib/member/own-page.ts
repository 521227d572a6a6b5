import type { OwnUser } from '#contracts/user.ts';
import { confirmSession } from '../../stores/session.ts';
import { element } from '../search/elements.ts';
import { showToast } from '../toast.ts';
import { troubleNotice } from '../trouble-notice.ts';
import { saidBefore } from './said.ts';
import { memberView } from './view.ts';

/**
 * The door of a page of one's own: a guest is led to sign in and back; `enter` draws it once the API
 * has said who is here.
 */
export async function enterOwnPage(
  id: string,
  enter: (place: HTMLElement, user: OwnUser) => void | Promise<void>,
): Promise<void> {
  const place = document.getElementById(id);
  if (!place) return;
  const session = await confirmSession();
  if (session.state === 'failed') {
    const waiting = [...place.childNodes];
    const again = () => {
      place.replaceChildren(...waiting);
      void enterOwnPage(id, enter);
    };
    place.replaceChildren(troubleNotice(session.reason, again));
    return;
  }
  if (session.state !== 'signed-in') {
    location.replace(`/login?next=${encodeURIComponent(location.pathname)}`);
    return;
  }
  await enter(place, session.user);
}

/** Draws /profile. */
export function startOwnProfile(): void {
  void enterOwnPage('profile', (place, user) => {
    const edit = element(
      'a',
      { class: 'button button--main', href: '/profile/edit' },
      'Edit profile',
    );
    const others = element(
      'a',
      { class: 'button', href: memberPath(user._id) },
      'As others see it',
    );
    const view = { member: user, privacy: user.privacy, actions: [edit, others] };
    place.replaceChildren(...memberView(isBare(user) ? { ...view, notice: invitation() } : view));
    const said = saidBefore();
    if (said) void showToast({ type: 'SUCCESS', message: said });
  });
}

const memberPath = (id: string) => `/member/${encodeURIComponent(id)}`;

const isBare = ({ title, bio, skills, projects }: OwnUser) =>
  !title && !bio && skills.length === 0 && projects.length === 0;

function invitation(): HTMLElement {
  return element(
    'p',
    { class: 'notice' },
    'There is little here yet. Say who you are, and choose who sees it: ',
    element('a', { href: '/profile/edit' }, 'edit your profile'),
    '.',
  );
}
