import { articlePath } from '../../format/links.ts';
import type { Placed } from './use-calendar.ts';

interface Props {
  placed: Placed;
  /** Null if the entry cannot be dragged. */
  onDrag: ((dragged: Placed | null) => void) | null;
  onOpen(placed: Placed): void;
}

/** An article on its day: scheduled ones open their dialog, published ones their page. */
export function EntryMark({ placed, onDrag, onOpen }: Props) {
  const { entry, clock, planned } = placed;
  const words = (
    <>
      <time dateTime={entry.at}>{clock}</time>{' '}
      <span lang={entry.language} dir="auto">
        {entry.title}
      </span>
    </>
  );
  if (!planned) {
    return (
      <a className="mark mark--live" href={articlePath(entry.slug)}>
        {words}
        <span className="quiet">, published</span>
      </a>
    );
  }
  const draft = entry.state === 'draft';
  const extras = extrasOf(placed);
  return (
    <button
      type="button"
      className={`mark ${draft ? 'mark--draft' : 'mark--planned'}`}
      draggable={onDrag !== null}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', entry.title);
        onDrag?.(placed);
      }}
      onDragEnd={() => onDrag?.(null)}
      onClick={() => onOpen(placed)}
    >
      {words}
      <span className="quiet">, {draft ? 'draft' : 'scheduled'}</span>
      {draft && (
        <span className="mark__extra" aria-hidden="true">
          Draft
        </span>
      )}
      {extras !== '' && <span className="mark__extra">{extras}</span>}
    </button>
  );
}

const services = { linkedin: 'LinkedIn', dev: 'dev.to', medium: 'Medium' } as const;

/** Follow-up actions of the publication. */
export function extrasOf({ entry }: Pick<Placed, 'entry'>): string {
  const posts = entry.posts.map((target) => services[target]);
  return [...(entry.newsletter ? ['Newsletter'] : []), ...posts].join(', ');
}
