import { readFileSync } from 'node:fs';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { describe, expect, it } from 'vitest';
import type { EmailContent } from '#contracts/mail.ts';
import { colours, renderEmail } from './render-email.ts';

const sender = { name: 'Ann & Example', url: 'https://example.org' };
const full: EmailContent = {
  subject: 'A subject',
  title: 'A headline',
  paragraphs: ['One paragraph.', 'Another one.'],
  quote: 'Two lines\nof somebody.',
  button: { label: 'Do it', href: 'https://example.org/do#token=a&b' },
  afterButton: ['One more.'],
  reason: 'You asked for it.',
  unsubscribe: {
    page: 'https://example.org/unsubscribe#token=x',
    oneClick: 'https://example.org/api/unsubscribe?token=x',
  },
};

function elementsOf(html: string): Tree.Element[] {
  const walk = (node: Tree.Node): Tree.Element[] => [
    ...('tagName' in node ? [node] : []),
    ...('childNodes' in node ? node.childNodes.flatMap(walk) : []),
  ];
  return walk(parse(html));
}
const textOf = (node: Tree.Node): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
const linksOf = (html: string) =>
  elementsOf(html).flatMap(({ attrs }) => attrs.filter(({ name }) => name === 'href'));

describe('the content of an email', () => {
  it('has the same content as text and as HTML', () => {
    const { text, html } = renderEmail(full, sender);
    const body = elementsOf(html).find(({ tagName }) => tagName === 'body');
    const shown = textOf(body as Tree.Element);
    for (const part of [
      full.title,
      ...full.paragraphs,
      'of somebody.',
      'Do it',
      'One more.',
      full.reason,
      sender.name,
      full.button?.href ?? '',
    ]) {
      expect(text).toContain(part);
      expect(shown).toContain(part);
    }
    expect(text).toContain('> Two lines\n> of somebody.');
    expect(text).toContain('Unsubscribe: https://example.org/unsubscribe#token=x');
    expect(linksOf(html).map(({ value }) => value)).toEqual([
      full.button?.href,
      sender.url,
      full.unsubscribe?.page,
    ]);
  });

  it('omits empty parts', () => {
    const { text, html } = renderEmail(
      { subject: 'S', title: 'T', paragraphs: [], reason: 'R' },
      sender,
    );
    expect(text).toBe('T\n\n-- \nAnn & Example, https://example.org\nR\n');
    expect(html).not.toMatch(/undefined|Unsubscribe|blockquote/);
  });

  it('loads no resources and runs no scripts, so that opening it is not tracked', () => {
    for (const { tagName, attrs } of elementsOf(renderEmail(full, sender).html)) {
      expect(['img', 'link', 'script', 'iframe', 'form', 'object', 'svg']).not.toContain(tagName);
      for (const { name, value } of attrs) {
        expect(name).not.toMatch(/^(on|src|background$)/);
        if (name === 'style') expect(value).not.toMatch(/url\(|@import/);
      }
    }
  });

  it.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '</title></style><svg onload=alert(1)>',
    "' onclick='alert(1)",
    '<a href="https://evil.example">Ann</a>',
  ])('shows %s as it was typed, wherever it stands', (payload) => {
    const { html } = renderEmail(
      {
        subject: payload,
        title: payload,
        paragraphs: [payload],
        quote: payload,
        button: { label: payload, href: `https://example.org/?q=${payload}` },
        afterButton: [payload],
        reason: payload,
        unsubscribe: { page: `https://example.org/?${payload}`, oneClick: 'https://example.org' },
      },
      { name: payload, url: 'https://example.org' },
    );
    const plain = renderEmail(full, sender).html;
    const names = (source: string) => new Set(elementsOf(source).map(({ tagName }) => tagName));
    expect([...names(html)].filter((name) => !names(plain).has(name))).toEqual([]);
    const attributes = elementsOf(html).flatMap(({ attrs }) => attrs.map(({ name }) => name));
    expect(attributes.filter((name) => name.startsWith('on'))).toEqual([]);
    expect(linksOf(html)).toHaveLength(3);
    expect(textOf(parse(html)).split(payload).length).toBeGreaterThan(7);
  });

  it('has the colours of the site', () => {
    const tokens = readFileSync(
      new URL('../../../site/styles/tokens.css', import.meta.url),
      'utf8',
    );
    for (const [name, [light, dark]] of Object.entries(colours)) {
      expect(tokens).toContain(`--${name}: light-dark(${light}, ${dark});`);
    }
  });
});
