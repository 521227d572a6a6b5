import type { Element, ElementContent, Properties, Root, RootContent, Text } from 'hast';

/** Node with children. */
export type Parent = Root | Element;

export function element(
  tagName: string,
  properties: Properties,
  children: ElementContent[] = [],
): Element {
  return { type: 'element', tagName, properties, children };
}

/** Creates a text node. */
export function text(value: string): Text {
  return { type: 'text', value };
}

/** True if a node is an element, with this name if one is given. */
export function isElement(node: RootContent | undefined, tagName?: string): node is Element {
  return node?.type === 'element' && (tagName === undefined || node.tagName === tagName);
}

export function textOf(node: Root | RootContent): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/**
 * Visits all descendant elements in document order, children first in replaced content. `ancestors` are the outer
 * elements, outermost first. A returned list replaces the element; undefined keeps it.
 */
export function replaceElements(
  parent: Parent,
  visit: (node: Element, ancestors: readonly Element[]) => ElementContent[] | undefined,
  ancestors: readonly Element[] = [],
): void {
  const inner = parent.type === 'element' ? [...ancestors, parent] : ancestors;
  const children: ElementContent[] = [];
  let changed = false;
  for (const child of parent.children as ElementContent[]) {
    if (child.type !== 'element') {
      children.push(child);
      continue;
    }
    replaceElements(child, visit, inner);
    const replacement = visit(child, inner);
    if (replacement === undefined) {
      children.push(child);
    } else {
      changed = true;
      children.push(...replacement);
    }
  }
  if (changed) parent.children = children;
}
