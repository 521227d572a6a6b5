import type { Element, ElementContent, Nodes, Root } from 'hast';
import { type Schema, sanitize } from 'hast-util-sanitize';
import { serialize } from './html.ts';
import type { Prepared } from './prepare.ts';
import { element, isElement, text } from './tree.ts';
import { fragmentHref } from './url-policy.ts';

/** Width and height of an image in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** Context of a block in its text, as plain JSON, because it is part of the cache key. */
export interface BlockContext {
  /** Id of each named element, or null if another element has it. */
  identifiers: Array<string | null>;
  /** Footnote number and occurrence of each footnote reference. */
  references: Array<{ number: number; occurrence: number }>;
  /** Size of each local image. */
  sizes: Array<ImageSize | null>;
  /** True if the first image of the block is the first of the text, which is loaded eagerly. */
  eager: boolean;
  /** Number and reference count of a footnote block. */
  footnote: { number: number; occurrences: number } | null;
}

export function footnoteIdentifier(number: number): string {
  return `fn:${number}`;
}

function referenceIdentifier(number: number, occurrence: number): string {
  return occurrence === 1 ? `fnref:${number}` : `fnref:${number}-${occurrence}`;
}

function setNames({ named }: Prepared, { identifiers }: BlockContext): void {
  for (const [index, { element: node, heading }] of named.entries()) {
    const identifier = identifiers[index];
    node.properties.id = identifier ?? undefined;
    if (heading?.anchor && identifier) {
      heading.anchor.properties.href = fragmentHref(identifier);
    }
  }
}

function setReferences({ references }: Prepared, context: BlockContext): void {
  for (const [index, { element: node, linked }] of references.entries()) {
    const { number, occurrence } = context.references[index] ?? { number: 0, occurrence: 0 };
    const label = text(String(number));
    const properties = {
      href: fragmentHref(footnoteIdentifier(number)),
      id: referenceIdentifier(number, occurrence),
      className: ['footnote-reference'],
      ariaLabel: `Footnote ${number}`,
    };
    node.children = [linked ? element('a', properties, [label]) : label];
  }
}

function setImages({ images }: Prepared, { sizes, eager }: BlockContext): void {
  for (const [index, { element: node, written }] of images.entries()) {
    const { width, height } = sizes[index] ?? written;
    const { properties } = node;
    properties.width = width;
    properties.height = height;
    properties.loading = eager && index === 0 ? 'eager' : 'lazy';
    properties.decoding = 'async';
  }
}

function footnoteItem(tree: Root, number: number, occurrences: number): Element {
  const links: ElementContent[] = [];
  for (let occurrence = 1; occurrence <= occurrences; occurrence += 1) {
    const properties = {
      href: fragmentHref(referenceIdentifier(number, occurrence)),
      className: ['footnote-back'],
      ariaLabel: `Back to reference ${number}${occurrence === 1 ? '' : `-${occurrence}`}`,
    };
    links.push(text(' '), element('a', properties, [text('↩')]));
  }
  const children = [...(tree.children as ElementContent[])];
  const index = children.findLastIndex((child) => child.type === 'element');
  const last = children[index];
  if (isElement(last, 'p')) children[index] = { ...last, children: [...last.children, ...links] };
  else children.push(...links);
  return element('li', { id: footnoteIdentifier(number) }, children);
}

/**
 * Returns the sanitised HTML of a block. Overwrites the same nodes of the prepared tree each time, so that the result
 * depends only on the arguments.
 */
export function sanitizeBlock(prepared: Prepared, context: BlockContext, schema: Schema): string {
  setNames(prepared, context);
  setReferences(prepared, context);
  setImages(prepared, context);
  const { footnote } = context;
  const tree = footnote
    ? footnoteItem(prepared.tree, footnote.number, footnote.occurrences)
    : prepared.tree;
  return serialize(alignByClass(sanitize(tree, schema))).trim();
}

/**
 * Replaces the obsolete attributes `align` and `valign` by classes such as `align-right`, because the CSP forbids
 * style attributes. Changes the tree and returns it.
 */
function alignByClass<Tree extends Nodes>(tree: Tree): Tree {
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
