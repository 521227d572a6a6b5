import { tests } from 'commonmark-spec';
import { type DefaultTreeAdapterTypes, parseFragment, serialize } from 'parse5';
import { describe, expect, test } from 'vitest';
import { createBareParser } from './parser.ts';
import { createMarkdownRenderer } from './render.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Parent = DefaultTreeAdapterTypes.ParentNode;

// Rules of docs/markdown.md that cannot be withoutAdditions mechanically, with the examples they change.
const RULES: Record<string, readonly number[]> = {
  'raw HTML is reduced to the allow-list': [
    150, 152, 153, 154, 163, 164, 169, 177, 179, 180, 182, 183, 201, 308, 309, 491, 524, 536, 613,
    614, 615, 616, 617, 625, 626, 627, 628, 629,
  ],
  'elements that would swallow the text are shown as text': [170, 171, 172, 173, 176, 178],
  'images that are not ours become links': [
    475, 517, 520, 531, 572, 573, 574, 575, 576, 577, 578, 579, 580, 581, 582, 583, 584, 585, 586,
    587, 588, 589, 591,
  ],
  'bare addresses become links': [602, 608, 611, 612],
  'addresses of other schemes are dropped': [500, 596, 598, 599, 601],
  'ids and links to them get a prefix': [153, 501],
  'addresses are written as browsers read them': [597, 642, 643],
};

const examples = tests.map(({ markdown, html, number }) => ({
  markdown: markdown.replaceAll('→', '\t'),
  html: html.replaceAll('→', '\t'),
  number,
}));

function isElement(node: Node): node is DefaultTreeAdapterTypes.Element {
  return 'tagName' in node;
}

function classOf(node: Node): string {
  return isElement(node) ? (node.attrs.find(({ name }) => name === 'class')?.value ?? '') : '';
}

function textOf(node: Node): string {
  if ('value' in node) return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}

/** Removes additions of the renderer: anchors, highlighting, wrappers and `rel`. */
function removeAdditions(node: Node): Node[] {
  if (!isElement(node)) return [node];
  if (classOf(node) === 'heading-anchor') return [];
  if (classOf(node) === 'table-scroll') return node.childNodes.flatMap(removeAdditions);
  if (classOf(node) === 'code') {
    const code = textOf(node.childNodes.at(-1) as Node);
    const [pre] = parseFragment('<pre><code></code></pre>').childNodes as [Parent & Node];
    const inner = pre.childNodes[0] as Parent;
    const value = code === '' ? '' : `${code}\n`;
    inner.childNodes = parseFragment(
      value.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    ).childNodes;
    return [pre];
  }
  const addedAttribute = /^h[1-6]$/.test(node.tagName)
    ? 'id'
    : node.tagName === 'pre'
      ? 'tabindex'
      : 'rel';
  node.attrs = node.attrs.filter(({ name }) => name !== addedAttribute);
  node.childNodes = node.childNodes.flatMap(removeAdditions);
  return [node];
}

/** Normalises white space between blocks and the order of attributes. */
function normalize(parent: Parent, insideCode: boolean): void {
  parent.childNodes = parent.childNodes.filter(
    (child) => insideCode || child.nodeName !== '#text' || textOf(child).trim() !== '',
  );
  for (const child of parent.childNodes) {
    if (child.nodeName === '#text' && 'value' in child && !insideCode) {
      child.value = child.value.replace(/\s+/g, ' ').trim();
    } else if (isElement(child)) {
      child.attrs = child.attrs
        .filter(({ name }) => !(child.tagName === 'code' && name === 'class'))
        .toSorted((first, second) => first.name.localeCompare(second.name));
      normalize(child, insideCode || child.tagName === 'pre' || child.tagName === 'code');
    }
  }
}

function canonical(html: string, withoutAdditions = false): string {
  const tree = parseFragment(html);
  if (withoutAdditions) tree.childNodes = tree.childNodes.flatMap(removeAdditions);
  normalize(tree, false);
  return serialize(tree);
}

describe('the parser without extensions', () => {
  test(`matches the specification in all ${examples.length} examples`, () => {
    const parser = createBareParser();
    expect(examples).toHaveLength(652);
    // The only difference is the line break in an empty quote.
    const quote = (html: string) =>
      html.replaceAll('<blockquote>\n</blockquote>', '<blockquote></blockquote>');
    const failed = examples.filter(({ markdown, html }) => {
      return quote(parser.render(markdown)) !== quote(html);
    });
    expect(failed.map(({ number }) => number)).toEqual([]);
  });
});

describe('the renderer', () => {
  test('differs from the specification only by the listed rules', async () => {
    const { render } = createMarkdownRenderer();
    const different: number[] = [];
    for (const { markdown, html, number } of examples) {
      const ours = (await render(markdown)).html;
      if (canonical(ours, true) !== canonical(html)) different.push(number);
    }
    const listed = new Set(Object.values(RULES).flat());
    expect(different).toEqual([...listed].toSorted((first, second) => first - second));
  });
});
