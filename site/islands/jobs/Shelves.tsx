import type { Outbox, OutboxSource } from './job-calls.ts';

interface Props {
  counts: Outbox['counts'] | null;
  chosen: OutboxSource | 'all';
  onChoose(source: OutboxSource | 'all'): void;
}

export const sources = [
  { value: 'publishing', name: 'Publishing' },
  { value: 'mail', name: 'Email' },
  { value: 'posts', name: 'Cross-posts' },
] as const satisfies { value: OutboxSource; name: string }[];

/** The three queues with their pending and failed counts; pressing one filters the list. */
export function Shelves({ counts, chosen, onChoose }: Props) {
  return (
    <ul className="shelves">
      {sources.map(({ value, name }) => {
        const count = counts?.[value];
        return (
          <li key={value}>
            <button
              type="button"
              className="shelf"
              aria-pressed={chosen === value}
              onClick={() => onChoose(chosen === value ? 'all' : value)}
            >
              <strong>{name}</strong>
              <span>{count ? `${count.waiting} waiting` : ' '}</span>
              <span className={count?.trouble ? 'shelf__trouble' : undefined}>
                {count ? `${count.trouble} failed` : ' '}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
