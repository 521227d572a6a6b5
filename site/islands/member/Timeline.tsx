import { useCallback } from 'react';
import type { Timeline as Page, TimelineEntry, TimelineKind } from '#contracts/profile.ts';
import { callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';
import { ShowMore, useMore } from '../ui/ShowMore.tsx';

const names: Record<TimelineKind, string> = {
  article: 'Article',
  comment: 'Comment',
  score: 'Score',
};

interface Props {
  /** ID of the member. */
  member: string;
  as: 'guest' | 'member' | undefined;
}

/** Activity of a member, newest first. A button loads more. */
export function Timeline({ member, as }: Props) {
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
