/** Milliseconds that one picture takes to make room for the next. */
const TRANSITION_MS = 800;
/** Milliseconds a picture stands while the pictures play. */
const STAND_MS = 6000;
/** CSS pixels a finger has to travel. */
const SWIPE_PX = 40;

const quiet = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Four pictures in one frame, without an end in either direction: buttons, dots, arrow keys and a
 * finger turn them. They play by themselves only when asked to.
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
    // Whatever is still on its way is there now.
    for (const slide of slides) for (const running of slide.getAnimations()) running.finish();
    current = next;
    for (const [index, dot] of dots.entries()) {
      dot.setAttribute('aria-current', String(index === current));
    }
    const timing = { duration: TRANSITION_MS, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' };
    const side = step > 0 ? 100 : -100;
    into.hidden = false;
    from.hidden = true;
    if (status) status.textContent = `Picture ${current + 1} of ${slides.length}`;
    if (quiet.matches) return;
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
  /** By hand: then they no longer play by themselves. */
  const turn = (step: number, to?: number) => {
    stop();
    go(step, to);
  };

  slider.querySelector('[data-previous]')?.addEventListener('click', () => turn(-1));
  slider.querySelector('[data-next]')?.addEventListener('click', () => turn(1));
  for (const [index, dot] of dots.entries()) {
    dot.addEventListener('click', () => turn(index < current ? -1 : 1, index));
  }
  play?.addEventListener('click', () => {
    if (timer !== undefined) return stop();
    play.setAttribute('aria-pressed', 'true');
    timer = window.setInterval(() => go(1), STAND_MS);
  });
  slider.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    // With Alt they are the browser's Back and Forward.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    turn(event.key === 'ArrowLeft' ? -1 : 1);
  });
  let began: number | null = null;
  frame?.addEventListener('pointerdown', ({ clientX }) => {
    began = clientX;
  });
  frame?.addEventListener('pointerup', ({ clientX }) => {
    if (began !== null && Math.abs(clientX - began) > SWIPE_PX) turn(clientX < began ? 1 : -1);
    began = null;
  });
  frame?.addEventListener('pointercancel', () => {
    began = null;
  });
}
