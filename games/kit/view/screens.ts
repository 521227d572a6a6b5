/** Screens over the field while no one plays: the title, a pause, the result. */
import type { GameMeta, GameMode } from '../meta.ts';
import { element, icon } from './element.ts';

function actButton(label: string, act: () => void, isMain = false): HTMLButtonElement {
  const button = element(
    'button',
    { type: 'button', class: `game-button${isMain ? ' game-button--main' : ''}` },
    label,
  );
  button.addEventListener('click', act);
  return button;
}

function controlsTable({ controls }: GameMeta): HTMLElement {
  const row = (cells: readonly string[], tag: 'th' | 'td') =>
    element(
      'tr',
      {},
      ...cells.map((text, index) =>
        index === 0 && tag === 'td'
          ? element('th', { scope: 'row' }, text)
          : element(tag, tag === 'th' ? { scope: 'col' } : {}, text),
      ),
    );
  const own = controls.map(({ does, keys, touch, gamepad }) => [does, keys, touch, gamepad]);
  return element(
    'div',
    { class: 'game-controls', role: 'region', 'aria-label': 'Controls', tabindex: '0' },
    element(
      'table',
      {},
      element('thead', {}, row(['Action', 'Keys', 'Touch', 'Gamepad'], 'th')),
      element(
        'tbody',
        {},
        ...own.map((cells) => row(cells, 'td')),
        row(['Pause', 'P or Esc', 'Pause button', 'Start'], 'td'),
        row(['Sound', 'M', 'Sound button', '–'], 'td'),
      ),
    ),
  );
}

/** How to play, folded away until somebody asks. */
function howToPlay(meta: GameMeta): HTMLElement {
  return element(
    'details',
    { class: 'game-how' },
    element('summary', {}, 'How to play'),
    element('ul', {}, ...meta.howToPlay.map((sentence) => element('li', {}, sentence))),
    controlsTable(meta),
  );
}

/** Choice of a mode, and Play. */
interface TitleScreen {
  kind: 'title';
  takesFocus: boolean;
  meta: GameMeta;
  mode: GameMode;
  /** The best score of a mode so far, or null. */
  bestOf(mode: GameMode): number | null;
  /** Said below, such as whose game this is. */
  note: string | null;
  choose(mode: GameMode): void;
  play(): void;
}

function modeChoice({ meta, mode, bestOf, choose }: TitleScreen): HTMLElement {
  const choice = (candidate: GameMode) => {
    const input = element('input', {
      type: 'radio',
      name: `mode-of-${meta.game}`,
      value: candidate.id,
      checked: candidate.id === mode.id,
    });
    input.addEventListener('change', () => choose(candidate));
    const best = bestOf(candidate);
    return element(
      'label',
      { class: 'game-mode' },
      input,
      element('strong', {}, candidate.name),
      element(
        'span',
        {},
        best === null ? candidate.about : `${candidate.about} Your best: ${best}.`,
      ),
    );
  };
  return element(
    'fieldset',
    { class: 'game-modes' },
    element('legend', { class: 'game-hidden' }, 'Mode'),
    ...meta.modes.map(choice),
  );
}

/** Name, modes, Play, how to play. */
function titleScreen(screen: TitleScreen): HTMLElement {
  const { meta, note, play } = screen;
  const start = actButton('Play', play, true);
  start.prepend(icon('play'));
  return element(
    'div',
    { class: 'game-screen game-screen--title' },
    element('h2', { class: 'game-title' }, meta.name),
    element('p', { class: 'game-tagline' }, meta.tagline),
    ...(meta.modes.length > 1 ? [modeChoice(screen)] : []),
    start,
    ...(note === null ? [] : [element('p', { class: 'game-note' }, note)]),
    howToPlay(meta),
  );
}

/** A pause; the player may have asked to end a game that has no end of its own. */
interface PauseScreen {
  kind: 'pause';
  takesFocus: boolean;
  meta: GameMeta;
  score: number;
  asksToEnd: boolean;
  resume(): void;
  restart(): void;
  leave(): void;
  /** Ends the game with its score; null if it ends by itself. */
  end: (() => void) | null;
}

function pauseScreen({ meta, resume, restart, leave, end }: PauseScreen): HTMLElement {
  return element(
    'div',
    { class: 'game-screen' },
    element('h2', { class: 'game-ending' }, 'Paused'),
    element(
      'div',
      { class: 'game-acts' },
      actButton('Resume', resume, true),
      ...(end ? [actButton('End game', end)] : []),
      actButton('Restart', restart),
      actButton('Title screen', leave),
    ),
    howToPlay(meta),
  );
}

/** How a game ended, and what next. */
interface ResultScreen {
  kind: 'result';
  /** What the button for a new game says. */
  againLabel: string;
  ending: string;
  score: number;
  best: number | null;
  isBest: boolean;
  /** An address under which others play the same game. */
  address: string;
  again(): void;
  watch(): void;
  leave(): void;
}

function copyButton(address: string): HTMLElement {
  const button = actButton('Copy link to this game', () => {
    navigator.clipboard?.writeText(address).then(
      () => button.replaceChildren('Copied'),
      () => button.replaceWith(shownAddress(address)),
    ) ?? button.replaceWith(shownAddress(address));
  });
  return button;
}

/** Where a page may not write to the clipboard, the reader copies it by hand. */
function shownAddress(address: string): HTMLElement {
  const field = element('input', {
    class: 'game-address',
    readonly: true,
    value: address,
    'aria-label': 'Link to this game',
  });
  field.addEventListener('focus', () => field.select());
  return field;
}

function resultScreen(result: ResultScreen): HTMLElement {
  const best = result.isBest ? 'A new best!' : result.best === null ? '' : `Best: ${result.best}`;
  return element(
    'div',
    { class: 'game-screen game-screen--result' },
    element('h2', { class: 'game-ending', tabindex: '-1' }, result.ending),
    element(
      'p',
      { class: 'game-score' },
      'Score ',
      element('strong', {}, `${result.score}`),
      ...(best === '' ? [] : [element('span', {}, best)]),
    ),
    element(
      'div',
      { class: 'game-acts' },
      actButton(result.againLabel, result.again, true),
      actButton('Watch it again', result.watch),
      copyButton(result.address),
      actButton('Title screen', result.leave),
    ),
  );
}

/** A screen over the field, as data: the kit draws it, or the page does. */
export type GameScreen = TitleScreen | PauseScreen | ResultScreen;

/** Draws the screens of a game in place of the kit; `null` removes the last one from `host`. */
export interface ScreenPainter {
  show(screen: GameScreen | null, host: HTMLElement): void;
}

/** The kit's own screens. */
export const kitScreens: ScreenPainter = {
  show(screen, host) {
    host.replaceChildren(...(screen ? [drawn(screen)] : []));
    // The heading of a result takes the focus some frames later, see shell.ts.
    if (screen === null || screen.kind === 'result' || !screen.takesFocus) return;
    host.querySelector<HTMLElement>('.game-button--main')?.focus({ preventScroll: true });
  },
};

function drawn(screen: GameScreen): HTMLElement {
  if (screen.kind === 'title') return titleScreen(screen);
  return screen.kind === 'pause' ? pauseScreen(screen) : resultScreen(screen);
}
