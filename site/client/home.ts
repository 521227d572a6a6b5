/** Script of the home page for guests. All content is readable without it. */
import { startCarousel } from './carousel.ts';
import { rotateWords } from './home-words.ts';
import { followMotion } from './motion.ts';
import { startOrbit } from './orbit.ts';

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
