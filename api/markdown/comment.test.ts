import fastCheck from 'fast-check';
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { describe, expect, test } from 'vitest';
import { findProblems, hasCorpora, placesInComments, readPayloads } from '../testing/payloads.ts';
import { createMarkdownRenderer } from './render.ts';

const { render } = createMarkdownRenderer({ siteOrigin: 'https://example.com', rules: 'comment' });

async function htmlOf(text: string): Promise<string> {
  return (await render(text)).html;
}

/** Allowed HTML of comments, independent of the sanitiser. */
const ALLOWED: Record<string, string[]> = {
  ...Object.fromEntries(
    'blockquote br code del em li p strong ul'.split(' ').map((name) => [name, []]),
  ),
  a: ['href', 'rel'],
  ol: ['start'],
  pre: ['tabindex'],
};

/** Returns everything in a rendered comment that is not allowed. */
function findForbidden(html: string): string[] {
  const problems: string[] = [];
  const inspect = (node: DefaultTreeAdapterTypes.ChildNode) => {
    if (node.nodeName === '#comment') problems.push('a comment of HTML');
    if (!('tagName' in node)) return;
    const { tagName, attrs, childNodes } = node;
    const names = attrs.map(({ name }) => name);
    const allowed = ALLOWED[tagName];
    if (!allowed || names.some((name) => !allowed.includes(name))) {
      problems.push(`<${tagName} ${names.join(' ')}>`);
    }
    const attribute = (name: string) => attrs.find((entry) => entry.name === name)?.value;
    const href = attribute('href');
    if (href !== undefined && attribute('rel') !== 'ugc nofollow noopener') problems.push('no rel');
    childNodes.forEach(inspect);
  };
  parseFragment(html).childNodes.forEach(inspect);
  return [...problems, ...findProblems(html)];
}

describe('a comment supports', () => {
  test.each([
    ['paragraphs and lines', 'a\nb\n\nc', '<p>a<br>\nb</p>\n<p>c</p>'],
    ['emphasis', '*a* **b** ~~c~~', '<p><em>a</em> <strong>b</strong> <del>c</del></p>'],
    ['code', 'a `<b>` c', '<p>a <code>&lt;b&gt;</code> c</p>'],
    [
      'blocks of code, without colours',
      '```ts title="x"\nlet a;\n```',
      '<pre tabindex="0"><code>let a;\n</code></pre>',
    ],
    [
      'lists',
      '- a\n- b\n\n3. c',
      '<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n<ol start="3">\n<li>c</li>\n</ol>',
    ],
    ['quotes', '> a', '<blockquote>\n<p>a</p>\n</blockquote>'],
    [
      'links of others',
      '[a](https://b.example) and www.c.example',
      '<p><a href="https://b.example" rel="ugc nofollow noopener">a</a> and <a href="http://www.c.example" rel="ugc nofollow noopener">www.c.example</a></p>',
    ],
    [
      'links into the site too',
      '[a](/blog/x) [b](https://example.com/y)',
      '<p><a href="/blog/x" rel="ugc nofollow noopener">a</a> <a href="/y" rel="ugc nofollow noopener">b</a></p>',
    ],
    [
      'mail addresses',
      'a@b.example',
      '<p><a href="mailto:a@b.example" rel="ugc nofollow noopener">a@b.example</a></p>',
    ],
  ])('%s', async (_syntax, text, html) => {
    expect(await htmlOf(text)).toBe(html);
  });

  test.each([
    [
      'HTML',
      '<b>a</b> <script>alert(1)</script>',
      '<p>&lt;b&gt;a&lt;/b&gt; &lt;script&gt;alert(1)&lt;/script&gt;</p>',
    ],
    ['headings', '# a\n\nb\n---', '<p># a</p>\n<p>b<br>\n---</p>'],
    ['tables', '| a |\n|---|\n| b |', '<p>| a |<br>\n|---|<br>\n| b |</p>'],
    ['code by indenting, which people do by accident', '    a', '<p>a</p>'],
    ['footnotes', 'a[^1]\n\n[^1]: b', '<p>a[^1]</p>\n<p>[^1]: b</p>'],
    [
      'images, not even ours',
      '![a](/media/b.png) ![](https://c.example/d.gif)',
      '<p><a href="/media/b.png" rel="ugc nofollow noopener">a</a> <a href="https://c.example/d.gif" rel="ugc nofollow noopener">Image: d.gif</a></p>',
    ],
    [
      'links that run',
      '[a](javascript:alert(1)) [b](data:text/html,x)',
      '<p><a>a</a> <a>b</a></p>',
    ],
  ])('does not support %s', async (_syntax, text, html) => {
    expect(await htmlOf(text)).toBe(html);
  });
});

async function findStrangers(payloads: string[]): Promise<[string, string[]][]> {
  const found: [string, string[]][] = [];
  for (const payload of payloads) {
    for (const place of placesInComments) {
      const text = place(payload);
      const strangers = findForbidden(await htmlOf(text));
      if (strangers.length > 0) found.push([text, strangers]);
    }
  }
  return found;
}

const payloads = readPayloads();

test(`${payloads.length} payloads of public lists are harmless in a comment`, {
  tags: ['verify'],
}, async () => {
  expect(payloads.length).toBeGreaterThan(hasCorpora ? 700 : 400);
  expect(await findStrangers(payloads)).toEqual([]);
});

test('does not change when a browser parses and serialises it', async () => {
  const pieces = fastCheck.constantFrom(
    ...'<div>|</p>|<a href="x">|<!--|-->|<![CDATA[|]]>|[a](b)|![a](c)|](|# h|> q|- l|1. |`|```|**|_|~~|&lt;|&#13;|www.a.bc|http://|x@y.zz|\\|\n|\n\n|    | '.split(
      '|',
    ),
  );
  await fastCheck.assert(
    fastCheck.asyncProperty(fastCheck.array(pieces, { maxLength: 25 }), async (parts) => {
      expect(findForbidden(await htmlOf(parts.join('')))).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
