import type { MarkedText, SearchResult } from '#contracts/search.ts';

/** Makes an element; text and children are appended, never parsed. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A line icon on a grid of 24, as components/Icon.astro draws them. */
export function icon(shape: string): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const attributes = {
    class: 'icon',
    viewBox: '0 0 24 24',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '1.7',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', shape);
  svg.append(path);
  return svg;
}

/** One result: a link, so that it can be opened in another tab, and an option of the list. */
export function optionOf(result: SearchResult, id: string): HTMLAnchorElement {
  return element(
    'a',
    {
      ...{ id, role: 'option', tabindex: '-1', 'aria-selected': 'false' },
      ...{ class: 'search__result', href: encodeURI(result.path) },
    },
    element('span', { class: 'search__title' }, ...marked(result.title), ...kindOf(result)),
    element('span', { class: 'search__excerpt' }, ...marked(result.excerpt)),
  );
}

const kindNames: Partial<Record<SearchResult['kind'], string>> = {
  product: 'Product',
  'case-study': 'Case study',
  game: 'Game',
};

/** What is no article says so. */
function kindOf({ kind }: SearchResult): (Node | string)[] {
  const name = kindNames[kind];
  return name ? [' ', element('span', { class: 'search__kind' }, name)] : [];
}

function marked(text: MarkedText): (Node | string)[] {
  return text.map((piece) => (piece.marked ? element('mark', {}, piece.text) : piece.text));
}
