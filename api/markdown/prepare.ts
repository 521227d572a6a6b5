import type { Element, ElementContent, Root } from 'hast';
import type { CodeSource } from './code-block.ts';
import { headingIdentifier, writtenIdentifier } from './identifiers.ts';
import { firstParagraph, plainText } from './plain-text.ts';
import { applyImagePolicy, applyLinkPolicy, pictureFigure } from './policy.ts';
import { countWords } from './reading.ts';
import { element, isElement, type Parent, replaceElements, text, textOf } from './tree.ts';
import type { MarkdownRules } from './types.ts';

/** An element whose id depends on what stands before it in the text. */
export interface NamedElement {
  element: Element;
  /** The id it would like to have. */
  wish: string;
  /** Set for headings: level, words, and the link to itself unless it stands in a link. */
  heading: { depth: number; text: string; anchor: Element | undefined } | undefined;
}

/** A reference to a footnote; inside a link it is a number without a link of its own. */
export interface FootnoteReference {
  element: Element;
  label: string;
  linked: boolean;
}

/** An image of ours, with the size that the author wrote in raw HTML, if any. */
export interface OwnImage {
  element: Element;
  path: string;
  written: Pick<Element['properties'], 'width' | 'height'>;
}

/** One block as a tree, and the elements in it that the rest of the text has a say in. */
export interface Prepared {
  tree: Root;
  named: NamedElement[];
  references: FootnoteReference[];
  images: OwnImage[];
  links: string[];
  text: string;
  words: number;
  paragraph: string | undefined;
}

/** What a block is prepared with. */
export interface PrepareOptions {
  siteOrigin: string | undefined;
  rules: MarkdownRules;
  footnoteLabels: ReadonlySet<string>;
  renderCode(source: CodeSource): Element;
}

const HEADING = /^h[1-6]$/;

/** The code block that a `<pre>` stands for, if it holds just `<code>`. */
export function readCodeBlock(pre: Element): CodeSource | undefined {
  const [code, ...others] = pre.children.filter(
    (child) => child.type !== 'text' || child.value.trim() !== '',
  );
  if (!isElement(code, 'code') || others.length > 0) return undefined;
  const classes = code.properties.className;
  const language = Array.isArray(classes)
    ? classes.map(String).find((name) => name.startsWith('language-'))
    : undefined;
  const info = code.properties.dataInfo ?? language?.slice('language-'.length) ?? '';
  return { info: String(info), code: textOf(code) };
}

function replaceElement(
  node: Element,
  ancestors: readonly Element[],
  options: PrepareOptions,
): ElementContent[] | undefined {
  if (node.tagName === 'a') {
    applyLinkPolicy(node, options);
  } else if (node.tagName === 'img') {
    return applyImagePolicy(node, ancestors, options);
  } else if (node.tagName === 'p') {
    const figure = pictureFigure(node);
    return figure && [figure];
  } else if (node.tagName === 'pre') {
    const code = readCodeBlock(node);
    if (code !== undefined && options.rules === 'article') return [options.renderCode(code)];
    node.properties.tabIndex = 0;
  } else if (node.tagName === 'table') {
    const properties = {
      className: ['table-scroll'],
      role: 'group',
      tabIndex: 0,
      ariaLabel: 'Table',
    };
    return [element('div', properties, [node])];
  }
  return undefined;
}

function collectNamed(node: Element, inLink: boolean): NamedElement | undefined {
  const written = node.properties.id ?? (node.tagName === 'a' ? node.properties.name : '');
  const wish = writtenIdentifier(String(written ?? ''));
  if (!HEADING.test(node.tagName)) {
    return wish === '' ? undefined : { element: node, wish, heading: undefined };
  }
  const words = plainText({ type: 'root', children: [node] }).replaceAll('\n', ' ');
  const properties = { className: ['heading-anchor'], ariaLabel: `Link to ${words}` };
  const anchor = inLink || words === '' ? undefined : element('a', properties, [text('#')]);
  if (anchor) node.children.push(anchor);
  const heading = { depth: Number(node.tagName.charAt(1)), text: words, anchor };
  return { element: node, wish: wish || headingIdentifier(words), heading };
}

function collect(parent: Parent, inLink: boolean, labels: ReadonlySet<string>, to: Prepared): void {
  for (const node of parent.children) {
    if (node.type !== 'element') continue;
    const named = collectNamed(node, inLink);
    if (named) to.named.push(named);
    const isLink = node.tagName === 'a';
    const { href, dataFootnote } = node.properties;
    if (isLink && typeof href === 'string') to.links.push(href);
    if (node.tagName === 'img') {
      const { src, width, height } = node.properties;
      to.images.push({ element: node, path: String(src), written: { width, height } });
    }
    if (node.tagName === 'sup' && typeof dataFootnote === 'string' && labels.has(dataFootnote)) {
      to.references.push({ element: node, label: dataFootnote, linked: !inLink });
    }
    collect(node, inLink || isLink, labels, to);
  }
}

/** Turns a parsed block into what it will be, but for what the rest of the text decides. */
export function prepare(tree: Root, options: PrepareOptions): Prepared {
  replaceElements(tree, (node, ancestors) => replaceElement(node, ancestors, options));
  const words = plainText(tree);
  const prepared: Prepared = {
    tree,
    named: [],
    references: [],
    images: [],
    links: [],
    text: words,
    words: countWords(words),
    paragraph: firstParagraph(tree),
  };
  collect(tree, false, options.footnoteLabels, prepared);
  return prepared;
}
