/** Starts the buttons and dots of a carousel. CSS scrolls and snaps its slides; there is no autoplay. */
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
