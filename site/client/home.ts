/** Script of the home page for guests. All content is readable without it. */

import { readStored, writeStored } from './storage.ts';

/** The setting that pauses all animations of the page. */

const MOTION_KEY = 'motion';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

let paused = readStored(MOTION_KEY) === 'paused';

/** Milliseconds for which a word is in the first place. */
const WORD_MS = 5000;

let wordTimer: ReturnType<typeof setInterval> | undefined;

const words = [...document.querySelectorAll<HTMLElement>('[data-place]')];
const orbit = document.querySelector<HTMLElement>('[data-orbit]');
const panel = document.querySelector<HTMLElement>('[data-orbit-panel]');
const carousel = document.querySelector<HTMLElement>('[data-carousel]');

if (orbit && panel) startOrbit(orbit, panel);
if (carousel) startCarousel(carousel);

let isInView = false;
let isMoving = false;
const updateOrbit = () => orbit?.toggleAttribute('data-moving', isMoving && isInView);
followMotion((moving) => {
  isMoving = moving;
  rotateWords(words, moving);
  updateOrbit();
});
// The animation stops while the orbits are off-screen.
if (orbit) {
  new IntersectionObserver((entries) => {
    isInView = entries.at(-1)?.isIntersecting ?? false;
    updateOrbit();
  }).observe(orbit);
}

/** Moves the words of the hero one line up every five seconds while `moving` is true. */
function rotateWords(words: HTMLElement[], moving: boolean): void {
  clearInterval(wordTimer);
  if (!moving) return;
  wordTimer = setInterval(() => {
    for (const word of words) {
      const place = Number(word.dataset.place) - 1;
      word.dataset.place = String(place < 0 ? words.length - 1 : place);
    }
  }, WORD_MS);
}

/** Calls `follow` now and on every change. All [data-motion] buttons toggle the setting. */
function followMotion(follow: (moving: boolean) => void): void {
  const buttons = document.querySelectorAll<HTMLElement>('[data-motion]');
  const show = () => {
    for (const button of buttons) button.setAttribute('aria-pressed', String(paused));
    follow(!paused && !reducedMotion.matches);
  };
  for (const button of buttons) {
    button.addEventListener('click', () => {
      paused = !paused;
      writeStored(MOTION_KEY, paused ? 'paused' : 'moving');
      show();
    });
  }
  reducedMotion.addEventListener('change', show);
  show();
}

/** Starts the buttons and dots of a carousel. CSS scrolls and snaps its slides; there is no autoplay. */
function startCarousel(carousel: HTMLElement): void {
  const track = carousel.querySelector<HTMLElement>('[data-track]');
  if (!track) return;
  const slides = [...track.children] as HTMLElement[];
  const dots = [...carousel.querySelectorAll<HTMLElement>('[data-dot]')];
  const previous = carousel.querySelector('[data-previous]');
  const next = carousel.querySelector('[data-next]');
  let current = 0;

  const show = (index: number) => {
    current = index;
    for (const [position, dot] of dots.entries()) {
      dot.setAttribute('aria-current', String(position === index));
    }
  };
  // The first slide follows the last one.
  const goTo = (index: number) => {
    const wrapped = (index + slides.length) % slides.length;
    const slide = slides[wrapped];
    if (!slide) return;
    show(wrapped);
    track.scrollTo({ left: slide.offsetLeft - track.offsetLeft });
  };

  previous?.addEventListener('click', () => goTo(current - 1));
  next?.addEventListener('click', () => goTo(current + 1));
  for (const [index, dot] of dots.entries()) dot.addEventListener('click', () => goTo(index));
  track.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    goTo(current + (event.key === 'ArrowLeft' ? -1 : 1));
  });
  // The user can also scroll the track directly. The slide that fills the frame is the current one.
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) show(slides.indexOf(target as HTMLElement));
      }
    },
    { root: track, threshold: 0.6 },
  );
  for (const slide of slides) observer.observe(slide);
}

/**
 * Starts the orbits of technologies. A click shows the details of a technology; a second click, Escape
 * or the close button hides them. The orbits are one tab stop: the left and right arrow keys move along
 * an orbit, up and down between orbits.
 */
function startOrbit(orbit: HTMLElement, panel: HTMLElement): void {
  const rings = [...orbit.querySelectorAll('[data-ring]')].map((ring) => [
    ...ring.querySelectorAll('button'),
  ]);
  const items = rings.flat();
  const name = panel.querySelector('[data-name]');
  const category = panel.querySelector('[data-category-label]');
  const icon = panel.querySelector('[data-icon]');
  const close = panel.querySelector('button');
  let shown: HTMLButtonElement | null = null;

  const show = (item: HTMLButtonElement | null) => {
    shown = item;
    for (const each of items) {
      each.setAttribute('aria-expanded', String(each === item));
      each.toggleAttribute('data-kin', each.dataset.category === item?.dataset.category);
    }
    if (item && name && category && icon) {
      name.textContent = item.getAttribute('aria-label');
      category.textContent = item.dataset.category ?? '';
      icon.replaceChildren(...[...item.children].map((child) => child.cloneNode(true)));
    }
    panel.hidden = !item;
  };
  const hide = () => {
    const previous = shown;
    show(null);
    previous?.focus({ preventScroll: true });
  };
  const goTo = (item: HTMLButtonElement | undefined, focus = true) => {
    if (!item) return;
    for (const each of items) each.tabIndex = each === item ? 0 : -1;
    if (focus) item.focus({ preventScroll: true });
  };

  orbit.addEventListener('click', (event) => {
    const item = (event.target as Element).closest('button');
    if (!item) return;
    goTo(item, false);
    show(item === shown ? null : item);
  });
  close?.addEventListener('click', hide);
  for (const part of [orbit, panel]) {
    part.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && shown) hide();
    });
  }
  orbit.addEventListener('keydown', (event) => {
    const item = event.target as HTMLButtonElement;
    const ring = rings.findIndex((buttons) => buttons.includes(item));
    const buttons = rings[ring];
    if (!buttons) return;
    const index = buttons.indexOf(item);
    const inOtherRing = (step: number) => {
      const target = rings.at((ring + step) % rings.length) ?? [];
      return target[Math.round((index / buttons.length) * target.length) % target.length];
    };
    const next = {
      ArrowRight: () => buttons[(index + 1) % buttons.length],
      ArrowLeft: () => buttons.at(index - 1),
      ArrowDown: () => inOtherRing(1),
      ArrowUp: () => inOtherRing(-1),
      Home: () => items[0],
      End: () => items.at(-1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    goTo(next());
  });
  goTo(items[0], false);
}
