import type { MemberUser } from '#contracts/user.ts';
import { confirmSession } from '../../stores/session.ts';
import { ApiError, callApi } from '../api-client.ts';
import { element } from '../search/elements.ts';
import { troubleNotice } from '../trouble-notice.ts';
import { memberView } from './view.ts';

/** Draws /member/{id}: what whoever looks may see; who is not there looks like a wrong address. */
export async function startMemberPage(): Promise<void> {
  const place = document.getElementById('member');
  const missing = document.getElementById('missing');
  if (!place || !(missing instanceof HTMLTemplateElement)) return;
  const id = decodeURIComponent(location.pathname.split('/')[2] ?? '');
  try {
    // Members see more, so an access token that has ended is renewed before.
    const session = await confirmSession();
    const own = session.state === 'signed-in' && session.user._id === id;
    const asked = new URLSearchParams(location.search).get('as');
    const as = own ? (asked === 'guest' ? 'guest' : 'member') : undefined;
    const path = `/api/user/${encodeURIComponent(id)}${as ? `?as=${as}` : ''}`;
    const [member] = (await callApi<{ users: MemberUser[] }>('GET', path)).users;
    if (!member) return;
    document.title = document.title.replace('Member', member.name);
    const hidden = member.skills === undefined && session.state !== 'signed-in';
    const notice = as ? mirror(as) : hidden ? invitation() : null;
    place.replaceChildren(...memberView({ member, as, ...(notice && { notice }) }));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) {
      const instead = element('div', {});
      instead.append(missing.content.cloneNode(true));
      place.replaceWith(instead);
      const { offerClosestPages } = await import('../not-found/start.ts');
      await offerClosestPages(instead, location.pathname);
      return;
    }
    const waiting = [...place.childNodes];
    const again = () => {
      place.replaceChildren(...waiting);
      void startMemberPage();
    };
    place.replaceChildren(troubleNotice(error.message, again));
  }
}

function invitation(): HTMLElement {
  const next = encodeURIComponent(location.pathname);
  return element(
    'p',
    { class: 'notice' },
    'Members may see more of this page. ',
    element('a', { href: `/login?next=${next}` }, 'Sign in'),
  );
}

/** To whom it is who looks at themselves with the eyes of others. */
function mirror(as: 'guest' | 'member'): HTMLElement {
  const [seen, other] =
    as === 'guest'
      ? ['everybody sees', 'what members see']
      : ['members see', 'what everybody sees'];
  const href = `${location.pathname}?as=${as === 'guest' ? 'member' : 'guest'}`;
  return element(
    'p',
    { class: 'notice' },
    `This is you, as ${seen} you. Look at `,
    element('a', { href }, other),
    ', or go ',
    element('a', { href: '/profile' }, 'back to your profile'),
    '.',
  );
}
