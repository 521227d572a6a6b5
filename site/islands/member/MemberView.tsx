import { type ReactNode, useCallback } from 'react';
import type { Timeline as Page, TimelineEntry, TimelineKind } from '#contracts/profile.ts';
import { toWebUrl } from '#contracts/profile-lists.ts';
import type { Audience as Audiences, MemberUser, Privacy, Project } from '#contracts/user.ts';
import { callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { ShowMore, useMore } from '../ui/ShowMore.tsx';
import { TableHead } from '../ui/TableHead.tsx';

const names: Record<TimelineKind, string> = {
  article: 'Article',
  comment: 'Comment',
  score: 'Score',
};

interface TimelineProps {
  /** ID of the member. */
  member: string;
  as: 'guest' | 'member' | undefined;
}

/** Side of the large profile picture, in CSS pixels. */
const SIDE = 192;

/** Viewer as which members preview their own page. */
export type Audience = 'guest' | 'member';

const audienceNames: Record<Audiences, string> = {
  public: 'visible to everyone',
  members: 'visible to members',
  me: 'visible only to you',
};

interface Props {
  member: MemberUser;
  /** Audience of each part, on the member's own page. */
  privacy?: Privacy;
  as?: Audience | undefined;
  /** Links next to the name. */
  actions?: ReactNode;
  /** A sentence below the name. */
  banner?: ReactNode;
}

/** The page of a member. Empty sections are not shown. */
export function MemberView({ member, privacy, as, actions, banner }: Props) {
  const { name, title, location, websites = [], socialMedia = [], projects = [] } = member;
  const paragraphs = member.bio.split(/\n\s*\n/).filter((text) => text.trim() !== '');
  const links = [...websites, ...socialMedia].map(linkOrText);
  const noteOf = (part: keyof Privacy) => privacy && audienceNames[privacy[part]];
  const note = noteOf('profile');
  const beside = [
    { title: 'Contact', entries: contactOf(member), note: noteOf('contact') },
    { title: 'Elsewhere', entries: links, note },
    { title: 'Skills', entries: member.skills ?? [], note },
    { title: 'Work', entries: member.work ?? [], note },
    { title: 'Education', entries: member.education ?? [], note },
  ].filter(({ entries }) => entries.length > 0);
  return (
    <>
      <header className="member__top">
        <Avatar name={name} avatar={member.avatar} side={SIDE} />
        <div className="member__who">
          <h1>{name}</h1>
          {title && <p className="member__title">{title}</p>}
          <p className="meta">
            {location && <span>{location}</span>}
            <span>
              Member since <time dateTime={member.createdAt}>{longDate(member.createdAt)}</time>
            </span>
          </p>
          {actions && <p className="member__actions">{actions}</p>}
        </div>
      </header>
      {banner && (
        <div className="member__banner">
          <p className="banner">{banner}</p>
        </div>
      )}
      <div className={beside.length > 0 ? 'member__parts member__parts--two' : 'member__parts'}>
        <div className="member__main">
          {paragraphs.length > 0 && (
            <Part title="About" note={note}>
              <div className="member__text">{keyed(paragraphs, 'p')}</div>
            </Part>
          )}
          {projects.length > 0 && (
            <Part title="Projects" note={note}>
              <Projects projects={projects} />
            </Part>
          )}
          <Part title="Timeline">
            <Timeline member={member._id} as={as} />
          </Part>
        </div>
        {beside.length > 0 && (
          <div className="member__beside">
            {beside.map((part) => (
              <Part key={part.title} title={part.title} note={part.note}>
                {part.title === 'Skills' ? (
                  <ul className="tags">{keyed(part.entries, 'li', 'tag')}</ul>
                ) : (
                  <ul className="member__lines">{keyed(part.entries, 'li')}</ul>
                )}
              </Part>
            ))}
          </div>
        )}
      </div>
    </>
  );
}

/** Elements for entries that may repeat and never change their order. */
const keyed = (entries: readonly ReactNode[], Element: 'li' | 'p', className?: string) =>
  entries.map((entry, index) => (
    <Element key={index} className={className}>
      {entry}
    </Element>
  ));

interface PartProps {
  title: string;
  note?: string | undefined;
  children: ReactNode;
}

function Part({ title, note, children }: PartProps) {
  return (
    <section className="member__part">
      <div className="member__head">
        <h2>{title}</h2>
        {note && <span className="member__note">{note}</span>}
      </div>
      {children}
    </section>
  );
}

/** Email and phone, if they are visible. */
function contactOf({ email, phone }: MemberUser): ReactNode[] {
  const contacts: ReactNode[] = [];
  if (email) contacts.push(<a href={`mailto:${email}`}>{email}</a>);
  if (phone) contacts.push(<a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>);
  return contacts;
}

/** An entry, as a link if it is a URL. */
const linkOrText = (entry: string): ReactNode =>
  /^https?:\/\//i.test(entry) && toWebUrl(entry) ? (
    <OutboundLink url={entry}>{entry.replace(/^https?:\/\/(www\.)?|\/$/g, '')}</OutboundLink>
  ) : (
    entry
  );

/** A link that a member wrote; the site does not endorse its target. */
function OutboundLink({ url, children }: { url: string; children: string }) {
  return (
    <a href={url} rel="ugc nofollow noopener">
      {children}
    </a>
  );
}

function Projects({ projects }: { projects: readonly Project[] }) {
  return (
    <table className="table table--cards">
      <caption className="visually-hidden">Projects</caption>
      <TableHead columns={['Project', 'Role', 'Year']} numbers={1} />
      <tbody>
        {projects.map(({ title, link, role, year }, index) => (
          <tr key={index}>
            <th scope="row">{link ? <OutboundLink url={link}>{title}</OutboundLink> : title}</th>
            <td>{role}</td>
            <td className="table__number">{year}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Activity of a member, newest first. A button loads more. */
function Timeline({ member, as }: TimelineProps) {
  const load = useCallback(
    async (shown: Page | null, signal: AbortSignal) => {
      const after = shown?.next;
      const query = new URLSearchParams({ ...(as && { as }), ...(after && { after }) });
      const path = `/api/user/${encodeURIComponent(member)}/timeline?${query}`;
      const page = await callApi<Page>('GET', path, { signal });
      return { ...page, entries: [...(shown?.entries ?? []), ...page.entries] };
    },
    [member, as],
  );
  const more = useMore(load);
  const { list, loaded, listElement } = more;
  return (
    <div aria-busy={loaded.state === 'loading' || undefined}>
      {list?.entries.length === 0 ? (
        <p className="member__nothing">No activity yet.</p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari forgets the role of lists without bullets
        <ol className="timeline" role="list" ref={listElement}>
          {list?.entries.map((entry) => (
            <Entry key={`${entry.href} ${entry.at}`} entry={entry} />
          ))}
        </ol>
      )}
      <ShowMore more={more} hasMore={Boolean(list?.next)} />
    </div>
  );
}

function Entry({ entry: { kind, at, title, href, excerpt } }: { entry: TimelineEntry }) {
  return (
    <li className="timeline__entry" data-kind={kind}>
      <p className="meta">
        <span>{names[kind]}</span>
        <span>
          <time dateTime={at}>{longDate(at)}</time>
        </span>
      </p>
      <h3>
        <a href={href}>{title}</a>
      </h3>
      {excerpt && <p className="timeline__excerpt">{excerpt}</p>}
    </li>
  );
}
