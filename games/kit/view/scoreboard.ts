import { element, setText } from './element.ts';

/** Number of wins and draws since the page was opened. */
export interface Scoreboard {
  element: HTMLElement;
  /** Increments the count of a name. */
  count(name: string): void;
}

/** Creates a scoreboard with a count of 0 for each name. */
export function createScoreboard(label: string, names: readonly string[]): Scoreboard {
  const counts = new Map(names.map((name) => [name, 0]));
  const values = new Map(names.map((name) => [name, element('span', {}, '0')]));
  const entries = names.map((name) =>
    element('div', {}, element('dt', {}, name), element('dd', {}, values.get(name) ?? '')),
  );
  return {
    element: element('dl', { class: 'game-scoreboard', 'aria-label': label }, ...entries),
    count(name) {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const value = values.get(name);
      if (!value) return;
      const text = `${count}`;
      if (text.length > 1) value.style.setProperty('--digits', `${text.length}`);
      setText(value, text);
    },
  };
}
