import type { Board, BoardRow, BoardSpan } from '#contracts/game-score.ts';
import { ageOf } from '../age.ts';
import { ApiError, callApi } from '../api-client.ts';
import { avatarOf } from '../member/avatar.ts';
import { element } from '../search/elements.ts';
import { troubleNotice } from '../trouble-notice.ts';

/** The board of a game's page. */
export interface ShownBoard {
  /** Shows a board anew, since something on it may have changed. */
  show(mode: string, span: BoardSpan): void;
}

const empty: Record<BoardSpan, string> = {
  all: 'Nobody has a score here yet. Play, and be the first.',
  day: 'Nobody has played today. The day is yours until midnight UTC.',
  challenge: 'No score in a challenge of this day yet.',
};

/** Makes the board of a game work: its modes, its spans, its places. */
export function startBoard(section: HTMLElement): ShownBoard {
  const game = Number(section.dataset.board);
  const place = section.querySelector<HTMLElement>('[data-board-list]');
  const select = section.querySelector<HTMLSelectElement>('[data-board-mode]');
  const spans = [...section.querySelectorAll<HTMLElement>('[data-span]')];
  // A link to the challenge of a day shows that day.
  const asked = new URL(location.href).searchParams.get('challenge');
  const day = asked && /^\d{4}-\d\d-\d\d$/.test(asked) ? asked : null;
  /** Null: as the server finds right, which for a challenge is its own. */
  let mode: string | null = null;
  let span: BoardSpan = asked === null ? 'all' : 'challenge';
  let asking: AbortController | undefined;

  async function fetchBoard(): Promise<void> {
    if (!place) return;
    asking?.abort();
    const mine = new AbortController();
    asking = mine;
    place.setAttribute('aria-busy', 'true');
    const query = new URLSearchParams({
      span,
      ...(mode && { mode }),
      ...(span === 'challenge' && day && { day }),
    });
    try {
      const board = await callApi<Board>('GET', `/api/games/${game}/scores?${query}`, {
        signal: mine.signal,
      });
      if (select) select.value = board.mode;
      place.replaceChildren(drawn(board));
    } catch (error) {
      if (mine.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      place.replaceChildren(troubleNotice(error.message, () => void fetchBoard()));
    }
    place.removeAttribute('aria-busy');
  }

  function show(nextMode: string | null, nextSpan: BoardSpan): void {
    mode = nextMode;
    span = nextSpan;
    for (const button of spans) {
      button.setAttribute('aria-pressed', String(button.dataset.span === span));
    }
    void fetchBoard();
  }
  select?.addEventListener('change', () => show(select.value, span));
  for (const button of spans) {
    button.addEventListener('click', () => {
      const chosen = button.dataset.span as BoardSpan;
      show(chosen === 'challenge' ? null : (select?.value ?? null), chosen);
    });
  }
  show(null, span);
  return { show };
}

function drawn(board: Board): HTMLElement {
  const { scores, mine, span } = board;
  if (scores.length === 0) {
    const today = element('a', { href: '/gamecorner#challenge' }, "Today's challenge");
    const more = span === 'challenge' ? [' ', today] : [];
    return element('p', { class: 'board__empty' }, empty[span], ...more);
  }
  const rows = scores.map((row) => rowOf(row, board));
  // One's own place stands below where it is not among the first.
  if (mine && !scores.some((row) => row.mine)) rows.push(rowOf(mine, board));
  const heads = ['Place', 'Player', 'Points', 'When', 'Watch'];
  return element(
    'table',
    { class: 'board__table' },
    element('caption', { class: 'quiet' }, 'The best games, one of each player'),
    element(
      'thead',
      {},
      element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head))),
    ),
    element('tbody', {}, ...rows),
  );
}

function rowOf({ _id, rank, score, at, member, mine }: BoardRow, { game }: Board): HTMLElement {
  const name = element('a', { href: `/member/${encodeURIComponent(member._id)}` }, member.name);
  const watch = element(
    'a',
    { class: 'board__watch', href: `/gamecorner/game/${game}?replay=${encodeURIComponent(_id)}` },
    'Watch',
    element('span', { class: 'quiet' }, ` the game of ${member.name}`),
  );
  return element(
    'tr',
    mine ? { class: 'board__mine' } : {},
    element('td', { class: 'board__rank' }, String(rank)),
    element(
      'th',
      { scope: 'row' },
      avatarOf(member, 32),
      name,
      ...(mine ? [element('span', { class: 'board__you' }, 'you')] : []),
    ),
    element('td', { class: 'board__score' }, score.toLocaleString('en-GB')),
    element('td', {}, element('time', { datetime: at }, ageOf(at))),
    element('td', {}, watch),
  );
}
