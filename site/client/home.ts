/** Everything that moves or reacts on the home page for guests. Without it all of it can be read. */
import { startCarousel } from './carousel.ts';
import { turnWords } from './home-words.ts';
import { followMotion } from './motion.ts';
import { startOrbit } from './orbit.ts';

const words = [...document.querySelectorAll<HTMLElement>('[data-place]')];
const orbit = document.querySelector<HTMLElement>('[data-orbit]');
const panel = document.querySelector<HTMLElement>('[data-orbit-panel]');
const carousel = document.querySelector<HTMLElement>('[data-carousel]');

if (orbit && panel) startOrbit(orbit, panel);
if (carousel) startCarousel(carousel);

let inView = false;
let mayMove = false;
const turnOrbit = () => orbit?.toggleAttribute('data-moving', mayMove && inView);
followMotion((moving) => {
  mayMove = moving;
  turnWords(words, moving);
  turnOrbit();
});
// Orbits that nobody sees cost nothing.
if (orbit) {
  new IntersectionObserver((entries) => {
    inView = entries.at(-1)?.isIntersecting ?? false;
    turnOrbit();
  }).observe(orbit);
}
