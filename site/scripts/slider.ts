/** Duration of the transition between two images, in milliseconds. */
const TRANSITION_MS = 800;
/** Milliseconds for which autoplay shows an image. */
const AUTOPLAY_MS = 6000;
/** Minimum length of a swipe in CSS pixels. */
const SWIPE_PX = 40;

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Starts a slider that wraps around at both ends. Buttons, dots, arrow keys and swipes change the
 * image. Autoplay starts only with the play button.
 */
export function startSlider(slider: HTMLElement): void {
  const slides = [...slider.querySelectorAll<HTMLElement>('[data-slide]')];
  const dots = [...slider.querySelectorAll<HTMLElement>('[data-dot]')];
  const status = slider.querySelector('[data-status]');
  const play = slider.querySelector('[data-play]');
  const frame = slider.querySelector<HTMLElement>('[data-frame]');
  let current = 0;
  let timer: number | undefined;

  function go(step: number, to = current + step): void {
    const next = (to + slides.length) % slides.length;
    const [from, into] = [slides[current], slides[next]];
    if (next === current || !from || !into) return;
    // Transitions that still run end now.
    for (const slide of slides) {
      for (const animation of slide.getAnimations()) animation.finish();
    }
    current = next;
    for (const [index, dot] of dots.entries()) {
      dot.setAttribute('aria-current', String(index === current));
    }
    const timing = { duration: TRANSITION_MS, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };
    const side = step > 0 ? 100 : -100;
    into.hidden = false;
    from.hidden = true;
    if (status) status.textContent = `Image ${current + 1} of ${slides.length}`;
    if (reducedMotion.matches) return;
    from.hidden = false;
    into.animate([{ translate: `${side}%` }, { translate: '0' }], timing);
    const leaving = from.animate([{ translate: '0' }, { translate: `${-side}%` }], timing);
    leaving.onfinish = () => {
      from.hidden = slides[current] !== from;
    };
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
    play?.setAttribute('aria-pressed', 'false');
  }
  /** Changes the image on a user action, which ends autoplay. */
  const goManually = (step: number, to?: number) => {
    stop();
    go(step, to);
  };

  slider.querySelector('[data-previous]')?.addEventListener('click', () => goManually(-1));
  slider.querySelector('[data-next]')?.addEventListener('click', () => goManually(1));
  for (const [index, dot] of dots.entries()) {
    dot.addEventListener('click', () => goManually(index < current ? -1 : 1, index));
  }
  play?.addEventListener('click', () => {
    if (timer !== undefined) return stop();
    play.setAttribute('aria-pressed', 'true');
    timer = window.setInterval(() => go(1), AUTOPLAY_MS);
  });
  slider.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    // Alt with an arrow key is Back or Forward in browsers.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    goManually(event.key === 'ArrowLeft' ? -1 : 1);
  });
  let swipeStart: number | null = null;
  frame?.addEventListener('pointerdown', ({ clientX }) => {
    swipeStart = clientX;
  });
  frame?.addEventListener('pointerup', ({ clientX }) => {
    if (swipeStart !== null && Math.abs(clientX - swipeStart) > SWIPE_PX)
      goManually(clientX < swipeStart ? 1 : -1);
    swipeStart = null;
  });
  frame?.addEventListener('pointercancel', () => {
    swipeStart = null;
  });
}
