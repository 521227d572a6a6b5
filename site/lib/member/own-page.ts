import type { OwnUser } from '#contracts/user.ts';
import { showToast } from '../../client/show-toast.ts';
import { enterMemberPage } from '../member-door.ts';
import { element } from '../search/elements.ts';
import { saidBefore } from './said.ts';
import { memberView } from './view.ts';

/** Draws /profile. */
export function startOwnProfile(): void {
  void enterMemberPage('profile', (place, user) => {
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
