/**
 * The technologies in their orbits: a click shows the details of one, a second click, Escape or
 * the close button hides them. The whole is one stop for the Tab key; arrows go along an orbit
 * (left, right) and from orbit to orbit (up, down).
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
    const back = shown;
    show(null);
    back?.focus({ preventScroll: true });
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
    const at = buttons.indexOf(item);
    const beside = (step: number) => {
      const other = rings.at((ring + step) % rings.length) ?? [];
      return other[Math.round((at / buttons.length) * other.length) % other.length];
    };
    const next = {
      ArrowRight: () => buttons[(at + 1) % buttons.length],
      ArrowLeft: () => buttons.at(at - 1),
      ArrowDown: () => beside(1),
      ArrowUp: () => beside(-1),
      Home: () => items[0],
      End: () => items.at(-1),
    }[event.key];
    if (!next) return;
    event.preventDefault();
    goTo(next());
  });
  goTo(items[0], false);
}
