import type { Audience, MemberUser, Privacy } from '#contracts/user.ts';
import { longDate } from '../format.ts';
import { element } from '../search/elements.ts';
import { avatarOf } from './avatar.ts';
import { contactOf, lines, linkOrText, paragraphs, part, projectsOf, tags } from './parts.ts';
import { timelineOf } from './timeline.ts';

/** Side of the large picture, in CSS pixels. */
const SIDE = 192;

export const audienceNames: Record<Audience, string> = {
  public: 'everybody sees this',
  members: 'members see this',
  me: 'only you see this',
};

interface View {
  member: MemberUser;
  /** On one's own page: who else sees what. */
  privacy?: Privacy;
  /** As whom one looks at oneself. */
  as?: string | undefined;
  /** Beside the name. */
  actions?: Node[];
  /** A sentence below it. */
  notice?: Node;
}

/** The page of a member. Parts without anything in them are left out. */
export function memberView({ member, privacy, as, actions = [], notice }: View): HTMLElement[] {
  const note = (part: keyof Privacy) => (privacy ? audienceNames[privacy[part]] : '');
  const since = element('time', { datetime: member.createdAt }, longDate(member.createdAt));
  const facts = [member.location ?? '', element('span', {}, 'Member since ', since)];
  const top = element(
    'header',
    { class: 'member__top' },
    avatarOf(member, SIDE),
    element(
      'div',
      { class: 'member__who' },
      element('h1', {}, member.name),
      ...(member.title ? [element('p', { class: 'member__title' }, member.title)] : []),
      element(
        'p',
        { class: 'meta' },
        ...facts.filter((fact) => fact !== '').map((fact) => element('span', {}, fact)),
      ),
      ...(actions.length > 0 ? [element('p', { class: 'member__actions' }, ...actions)] : []),
    ),
  );
  const links = [...(member.websites ?? []), ...(member.socialMedia ?? [])].map(linkOrText);
  const beside = [
    part('Contact', contactOf(member), note('contact')),
    part('Elsewhere', lines(links), note('profile')),
    part('Skills', tags(member.skills), note('profile')),
    part('Work', lines(member.work), note('profile')),
    part('Education', lines(member.education), note('profile')),
  ].filter((one) => one !== null);
  const main = [
    part('About', paragraphs(member.bio), note('profile')),
    part('Projects', projectsOf(member.projects), note('profile')),
    part('Timeline', timelineOf(member._id, as)),
  ].filter((one) => one !== null);
  const columns = element('div', { class: 'member__main' }, ...main);
  const aside = element('div', { class: 'member__beside' }, ...beside);
  return [
    top,
    ...(notice ? [element('div', { class: 'member__notice' }, notice)] : []),
    element(
      'div',
      { class: beside.length > 0 ? 'member__parts member__parts--two' : 'member__parts' },
      columns,
      ...(beside.length > 0 ? [aside] : []),
    ),
  ];
}
