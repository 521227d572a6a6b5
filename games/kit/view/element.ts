type Attributes = Record<string, string | boolean>;

/** Creates an element with attributes (true: no value, false: omitted) and children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children);
  return made;
}

/**
 * Sets the text of an element if it has changed, to avoid a layout. Reusing the text node costs less than
 * replacing it.
 */
export function setText(place: Element, text: string): void {
  if (place.textContent === text) return;
  const { firstChild } = place;
  if (firstChild instanceof Text && firstChild === place.lastChild) firstChild.data = text;
  else place.textContent = text;
}

/** Sets an attribute if it has changed, to avoid a style recalculation. */
export function setAttribute(place: Element, name: string, value: string): void {
  if (place.getAttribute(name) !== value) place.setAttribute(name, value);
}
