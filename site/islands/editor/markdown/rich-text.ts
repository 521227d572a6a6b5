import type { Element, Nodes, Root } from 'hast';
import { fromDom } from 'hast-util-from-dom';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { visit } from 'unist-util-visit';

const SAFE = /^(?:https?:|mailto:)/i;

/** Returns the font weight that a style sets. */
function weightOf(style: string): 'bold' | 'normal' | 'unset' {
  const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1];
  if (weight === undefined) return 'unset';
  const isBold = weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
  return isBold ? 'bold' : 'normal';
}

/** Sets the elements that the styles mean: word processors use styles in place of elements. */
function readStyles(node: Element): void {
  const style = String(node.properties.dataStyle ?? node.properties.style ?? '');
  const weight = weightOf(style);
  if ((node.tagName === 'b' || node.tagName === 'strong') && weight === 'normal')
    node.tagName = 'span';
  if (node.tagName !== 'span') return;
  const wrap = (tagName: string) => {
    node.children = [{ type: 'element', tagName, properties: {}, children: node.children }];
  };
  const struck = style
    .split(';')
    .some((rule) => /text-decoration/i.test(rule) && /line-through/i.test(rule));
  if (struck) wrap('del');
  if (/font-style:\s*italic/i.test(style)) wrap('em');
  if (weight === 'bold') wrap('strong');
}

/** External images would be requested by every reader: they become links, as in comments. */
function imageAsLink(node: Element): Element {
  const { src, alt } = node.properties;
  const url = String(src ?? '');
  const altText = String(alt ?? '').trim() || 'Image';
  const text = { type: 'text' as const, value: altText };
  return SAFE.test(url)
    ? { type: 'element', tagName: 'a', properties: { href: url }, children: [text] }
    : { type: 'element', tagName: 'span', properties: {}, children: alt ? [text] : [] };
}

const DROPPED = new Set([
  'script',
  'style',
  'meta',
  'title',
  'template',
  'iframe',
  'object',
  'svg',
]);

/** Returns Markdown for a tree of HTML, without anything that the site does not render. */
export function markdownFromTree(tree: Nodes): string {
  visit(tree, 'element', (node, index, parent) => {
    if (!parent || index === undefined) return;
    if (DROPPED.has(node.tagName)) {
      parent.children.splice(index, 1);
      return index;
    }
    readStyles(node);
    if (node.tagName === 'img') {
      const inLink = (parent as Element).tagName === 'a';
      const link = imageAsLink(node);
      // A linked image becomes a link to the target of its link.
      if (inLink) Object.assign(link, { tagName: 'span' });
      parent.children[index] = link;
    } else if (node.tagName === 'a' && !SAFE.test(String(node.properties.href ?? ''))) {
      // Relative URLs are invalid here.
      node.tagName = 'span';
    }
    return;
  });
  const mdast = toMdast(tree);
  const text = toMarkdown(mdast, {
    extensions: [gfmToMarkdown()],
    bullet: '-',
    emphasis: '*',
    rule: '-',
    fences: true,
    listItemIndent: 'one',
    resourceLink: true,
  });
  return text.replace(/\n$/, '');
}

/** Returns Markdown for pasted HTML. Nothing of it is loaded or run. */
export function markdownFromHtml(html: string): string {
  // The CSP also reports styles of detached elements that it blocks.
  const quiet = html
    .replaceAll(/<(\/?)style\b/gi, '<$1template')
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/\sstyle\s*=/gi, ' data-style='));
  const page = new DOMParser().parseFromString(quiet, 'text/html');
  return markdownFromTree(fromDom(page.body) as Root);
}
