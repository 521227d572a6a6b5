import { useCallback, useEffect, useRef, useState } from 'react';
import type { Timeline as Page, TimelineEntry, TimelineKind } from '#contracts/profile.ts';
import { callApi } from '../../client/api-client.ts';
import { longDate } from '../../format/dates.ts';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

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

/** What a member has done here, newest first. A button loads more. */
export function Timeline({ member, as }: Props) {
  const [entries, setEntries] = useState<readonly TimelineEntry[]>([]);
  const [after, setAfter] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  /** Number of entries before the last ones were added. */
  const before = useRef(0);
  const load = useCallback(
    (signal: AbortSignal) => {
      const query = new URLSearchParams({ ...(as && { as }), ...(after && { after }) });
      return callApi<Page>('GET', `/api/user/${encodeURIComponent(member)}/timeline?${query}`, {
        signal,
      });
    },
    [member, as, after],
  );
  const { loaded, reload } = useLoaded(load);

  useEffect(() => {
    if (loaded.state === 'ready') setEntries((shown) => [...shown, ...loaded.value.entries]);
  }, [loaded]);
  useEffect(() => {
    // The button that was pressed is gone: the focus goes to the first new entry.
    const first = before.current > 0 && list.current?.children[before.current];
    if (first) first.querySelector('a')?.focus();
    before.current = entries.length;
  }, [entries]);

  const next = loaded.state === 'ready' ? loaded.value.next : null;
  const isEmpty = loaded.state === 'ready' && loaded.value.entries.length + entries.length === 0;
  return (
    <div aria-busy={loaded.state === 'loading' || undefined}>
      {isEmpty ? (
        <p className="member__nothing">No activity yet.</p>
      ) : (
        // biome-ignore lint/a11y/noRedundantRoles: Safari forgets the role of lists without bullets
        <ol className="timeline" role="list" ref={list}>
          {entries.map((entry) => (
            <Entry key={`${entry.href} ${entry.at}`} entry={entry} />
          ))}
        </ol>
      )}
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {next && (
        <button className="button" type="button" onClick={() => setAfter(next)}>
          Show more
        </button>
      )}
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
