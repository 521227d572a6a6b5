import type { Told } from '../games/counted-play.ts';
import { troubleNotice } from '../trouble-notice.ts';

const fetchMount = () => import('../games/mount-game.ts');
const fetchCounting = () => import('../games/counted-play.ts');
const fetchScreens = () => import('../games/page-screens.ts');

/** Puts a game in the place of its picture when Play is pressed; its code begins to come on intent. */
export function startStage(): void {
  const stage = document.querySelector<HTMLElement>('[data-stage]');
  const button = stage?.querySelector<HTMLButtonElement>('[data-play-game]');
  if (!stage || !button) return;
  const id = Number(stage.dataset.stage);
  const board = document.querySelector<HTMLElement>('[data-modes]');
  const modes: { id: string }[] = JSON.parse(board?.dataset.modes ?? '[]');

  async function tell(told: Told): Promise<void> {
    const { $gameResult } = await import('../../stores/game-result.ts');
    $gameResult.set(told);
  }

  async function play(): Promise<void> {
    if (!stage || !button || button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    const host = document.createElement('div');
    host.className = 'stage__game';
    try {
      const [{ mountGame }, { playOptions }, screens] = await Promise.all([
        fetchMount(),
        fetchCounting(),
        fetchScreens().then(({ pageScreens }) => pageScreens(stage)),
      ]);
      const ranked = modes.map((mode) => mode.id);
      const played = await playOptions({ id, ranked, tell: (told) => void tell(told) });
      const options = { ...played, screens };
      try {
        await mountGame(host, id, options);
      } catch (error) {
        if (!options.watch) throw error;
        const reason = 'This game was played by older rules, and cannot be shown any more.';
        await mountGame(host, id, { ...options, watch: undefined });
        await tell({ kind: 'uncounted', reason });
      }
      stage.replaceChildren(host);
      stage.classList.add('stage--playing');
      host.querySelector<HTMLElement>('.game-button--main')?.focus({ preventScroll: true });
    } catch {
      // The one thing that goes wrong here: a file of the game did not come.
      const sentence = 'The game could not be fetched. Please try again in a moment.';
      stage.querySelector('.notice')?.remove();
      stage.append(troubleNotice(sentence, () => void play()));
    } finally {
      button.removeAttribute('aria-busy');
    }
  }
  button.addEventListener('click', () => void play());
  // A link to a game that somebody else has played: to be watched at once.
  if (new URL(location.href).searchParams.has('replay')) void play();
  // A pointer on its way, or the focus: what fails now is told when it is pressed.
  for (const intent of ['pointerenter', 'focusin'] as const) {
    stage.addEventListener(intent, () => void fetchMount().catch(() => undefined), { once: true });
  }
}
