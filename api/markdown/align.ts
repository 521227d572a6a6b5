import type { Element, Nodes } from 'hast';

/**
 * Replaces the obsolete attributes `align` and `valign` by classes such as `align-right`, because
 * the CSP forbids style attributes.
 * Changes the tree and returns it.
 */
export function alignByClass<Tree extends Nodes>(tree: Tree): Tree {
  if (tree.type === 'element') replaceAlignment(tree);
  if ('children' in tree) for (const child of tree.children) alignByClass(child);
  return tree;
}

function replaceAlignment({ properties }: Element): void {
  const { align, vAlign } = properties;
  if (align === undefined && vAlign === undefined) return;
  const classes = Array.isArray(properties.className) ? properties.className : [];
  properties.className = [
    ...classes,
    ...(align === undefined ? [] : [`align-${align}`]),
    ...(vAlign === undefined ? [] : [`valign-${vAlign}`]),
  ];
  delete properties.align;
  delete properties.vAlign;
}
