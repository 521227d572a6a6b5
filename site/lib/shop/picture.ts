import { element } from '../search/elements.ts';

/** The picture of a product beside its title, or its first letter on a plate. */
export function pictureOf(
  { title, images }: { title: string; images: { url: string } | null },
  side: number,
): HTMLElement {
  if (!images)
    return element('span', { class: 'ware__plate', 'aria-hidden': 'true' }, [...title][0] ?? '');
  const size = String(side);
  return element('img', {
    ...{ class: 'ware__picture', src: images.url, alt: '', width: size, height: size },
    loading: 'lazy',
  });
}
