/**
 * Starts the orbits of technologies. A click shows the details of a technology; a second click, Escape
 * or the close button hides them. The orbits are one tab stop: the left and right arrow keys move along
 * an orbit, up and down between orbits.
 */
export function startOrbit(orbit: HTMLElement, panel: HTMLElement): void {
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
