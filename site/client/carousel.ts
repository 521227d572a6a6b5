/** Buttons and dots for a row of slides that scrolls and snaps by itself. It never plays alone. */
export function startCarousel(carousel: HTMLElement): void {
  const track = carousel.querySelector<HTMLElement>('[data-track]');
  if (!track) return;
  const slides = [...track.children] as HTMLElement[];
  const dots = [...carousel.querySelectorAll<HTMLElement>('[data-dot]')];
  const previous = carousel.querySelector('[data-previous]');
  const next = carousel.querySelector('[data-next]');
  let current = 0;

  const show = (index: number) => {
    current = index;
    for (const [at, dot] of dots.entries()) dot.setAttribute('aria-current', String(at === index));
  };
  // Past either end it begins again from the other.
  const goTo = (index: number) => {
    const wrapped = (index + slides.length) % slides.length;
    const slide = slides[wrapped];
    if (!slide) return;
    show(wrapped);
    track.scrollTo({ left: slide.offsetLeft - track.offsetLeft });
  };

  previous?.addEventListener('click', () => goTo(current - 1));
  next?.addEventListener('click', () => goTo(current + 1));
  for (const [at, dot] of dots.entries()) dot.addEventListener('click', () => goTo(at));
  track.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    goTo(current + (event.key === 'ArrowLeft' ? -1 : 1));
  });
  // A finger, a wheel or the scroll bar may have moved it: what fills the frame is the current one.
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) show(slides.indexOf(target as HTMLElement));
      }
    },
    { root: track, threshold: 0.6 },
  );
  for (const slide of slides) seen.observe(slide);
}
