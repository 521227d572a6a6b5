import type { OwnUser } from '#contracts/user.ts';
import { confirmSession, endedParameter } from '../stores/session.ts';
import { troubleNotice } from './trouble-notice.ts';

/**
 * The door of a page for members: a guest is led to sign in and back; `enter` is called once the API
 * has said which member is here.
 */
export async function enterMemberPage(
  id: string,
  enter: (place: HTMLElement, user: OwnUser) => unknown,
) {
  const place = document.getElementById(id);
  if (!place) return;
  const waiting = [...place.childNodes];
  const session = await confirmSession();
  if (session.state === 'signed-in') {
    await enter(place, session.user);
  } else if (session.state === 'failed') {
    const again = () => {
      place.replaceChildren(...waiting);
      void enterMemberPage(id, enter);
    };
    place.replaceChildren(troubleNotice(session.reason, again));
  } else {
    location.replace(
      `/login?next=${encodeURIComponent(location.pathname)}${endedParameter(session)}`,
    );
  }
}
