/** Script of the home page for guests. All content is readable without it. */

import { readStored, writeStored } from '../client/storage.ts';

// The setting that pauses all animations of the page.

const MOTION_KEY = 'motion';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

let paused = readStored(MOTION_KEY) === 'paused';

/** Milliseconds for which a word is in the first place. */
const WORD_MS = 5000;

let wordTimer: ReturnType<typeof setInterval> | undefined;

const words = [...document.querySelectorAll<HTMLElement>('[data-place]')];
const orbit = document.querySelector('[data-orbit]');
const carousel = document.querySelector<HTMLElement>('[data-carousel]');

if (carousel) startCarousel(carousel);

let isInView = false;
let isMoving = false;
// React owns the attributes of the orbits, so the script marks the section around them.
const updateOrbit = () =>
  orbit?.closest('section')?.toggleAttribute('data-moving', isMoving && isInView);
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
    // The browser goes back and forward with these.
    if (event.altKey || event.metaKey) return;
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
