import type { Element, Nodes } from 'hast';

/**
 * HTML has given up `align` and `valign`, and the policy forbids the style attribute: what they say
 * becomes a class, `align-right` or `valign-top`. Changes the tree and returns it.
 */
export function alignByClass<Tree extends Nodes>(tree: Tree): Tree {
  if (tree.type === 'element') takeOver(tree);
  if ('children' in tree) for (const child of tree.children) alignByClass(child);
  return tree;
}

function takeOver({ properties }: Element): void {
  const { align, vAlign } = properties;
  if (align === undefined && vAlign === undefined) return;
  const before = Array.isArray(properties.className) ? properties.className : [];
  properties.className = [
    ...before,
    ...(align === undefined ? [] : [`align-${align}`]),
    ...(vAlign === undefined ? [] : [`valign-${vAlign}`]),
  ];
  delete properties.align;
  delete properties.vAlign;
}
