import { webAddress } from '#contracts/profile-lists.ts';
import type { MemberUser, Project } from '#contracts/user.ts';
import { element } from '../search/elements.ts';

/** A heading with what belongs to it; null when there is nothing. */
export function part(title: string, content: Node | null, note = ''): HTMLElement | null {
  if (!content) return null;
  const heading = element('h2', {}, title);
  const head = element('div', { class: 'member__head' }, heading);
  if (note) head.append(element('span', { class: 'member__note' }, note));
  return element('section', { class: 'member__part' }, head, content);
}

/** A text of several paragraphs. */
export function paragraphs(text: string): HTMLElement | null {
  const parts = text.split(/\n\s*\n/).filter((one) => one.trim() !== '');
  if (parts.length === 0) return null;
  return element('div', { class: 'member__text' }, ...parts.map((one) => element('p', {}, one)));
}

export function tags(entries: readonly string[] = []): HTMLElement | null {
  if (entries.length === 0) return null;
  const items = entries.map((entry) => element('li', { class: 'tag' }, entry));
  return element('ul', { class: 'tags' }, ...items);
}

export function lines(entries: readonly (Node | string)[] = []): HTMLElement | null {
  if (entries.length === 0) return null;
  return element('ul', { class: 'member__lines' }, ...entries.map((one) => element('li', {}, one)));
}

/** An address that somebody else wrote: this site vouches for nothing behind it. */
export function outwardLink(address: string, name = withoutScheme(address)): HTMLAnchorElement {
  return element('a', { href: address, rel: 'ugc nofollow noopener' }, name);
}

const withoutScheme = (address: string) => address.replace(/^https?:\/\/(www\.)?|\/$/g, '');

/** An entry that may be an address, a link then. */
export const linkOrText = (entry: string): Node | string =>
  /^https?:\/\//i.test(entry) && webAddress(entry) ? outwardLink(entry) : entry;

/** E-mail and phone, as far as they are shown. */
export function contactOf({ email, phone }: MemberUser): HTMLElement | null {
  const ways: Node[] = [];
  if (email) ways.push(element('a', { href: `mailto:${email}` }, email));
  if (phone) ways.push(element('a', { href: `tel:${phone.replace(/[^+\d]/g, '')}` }, phone));
  return lines(ways);
}

/** What they have made, in their own order. */
export function projectsOf(projects: readonly Project[] = []): HTMLElement | null {
  if (projects.length === 0) return null;
  const heads = ['Project', 'Role', 'Year'].map((name) => {
    return element('th', { scope: 'col', class: name === 'Year' ? 'table__number' : '' }, name);
  });
  const rows = projects.map(({ title, link, role, year }) => {
    const name = element('th', { scope: 'row' }, link ? outwardLink(link, title) : title);
    const years = element('td', { class: 'table__number' }, year === null ? '' : String(year));
    return element('tr', {}, name, element('td', {}, role), years);
  });
  return element(
    'table',
    { class: 'table table--cards' },
    element('caption', { class: 'quiet' }, 'Projects'),
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...rows),
  );
}
