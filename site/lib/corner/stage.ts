import { troubleNotice } from '../trouble-notice.ts';

const fetchMount = () => import('../games/mount-game.ts');

/** Puts a game in the place of its picture when Play is pressed; its code begins to come on intent. */
export function startStage(): void {
  const stage = document.querySelector<HTMLElement>('[data-stage]');
  const button = stage?.querySelector<HTMLButtonElement>('[data-play-game]');
  if (!stage || !button) return;

  async function play(): Promise<void> {
    if (!stage || !button || button.getAttribute('aria-busy') === 'true') return;
    button.setAttribute('aria-busy', 'true');
    const host = document.createElement('div');
    host.className = 'stage__game';
    try {
      const { mountGame } = await fetchMount();
      await mountGame(host, Number(stage.dataset.stage));
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
  // A pointer on its way, or the focus: what fails now is told when it is pressed.
  for (const intent of ['pointerenter', 'focusin'] as const) {
    stage.addEventListener(intent, () => void fetchMount().catch(() => undefined), { once: true });
  }
}
