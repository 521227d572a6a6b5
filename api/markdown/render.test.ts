import { describe, expect, test } from 'vitest';
import { createMarkdownRenderer } from './render.ts';

const { render } = createMarkdownRenderer({ siteOrigin: 'https://example.com' });
const sizes = new Map([['/media/a.webp', { width: 640, height: 360 }]]);

async function htmlOf(markdown: string): Promise<string> {
  return (await render(markdown, { images: sizes })).html;
}

describe('headings', () => {
  test('get an id, a link to themselves and a line in the table of contents', async () => {
    const { html, toc } = await render('# Top\n\n## What *is* `it`?\n\n##### Deep');
    expect(toc).toEqual([{ depth: 2, id: 's-what-is-it', text: 'What is it?' }]);
    expect(html).toContain(
      '<h2 id="s-what-is-it">What <em>is</em> <code>it</code>?<a class="heading-anchor" aria-label="Link to What is it?" href="#s-what-is-it">#</a></h2>',
    );
  });

  test('with the same words are numbered', async () => {
    const { toc } = await render('## Use\n\n## Use\n\n## Use 1\n\n## Use');
    expect(toc.map(({ id }) => id)).toEqual(['s-use', 's-use-1', 's-use-1-1', 's-use-2']);
  });

  test('of raw HTML count as well', async () => {
    const { toc } = await render('<h2 align="center">Raw</h2>\n\n## Not raw');
    expect(toc.map(({ text }) => text)).toEqual(['Raw', 'Not raw']);
  });

  test('are found by the links of a hand-written table of contents', async () => {
    expect(await htmlOf('[go](#größe)\n\n## Größe')).toContain('<a href="#s-größe">go</a>');
  });
});

describe('GitHub flavour', () => {
  test('aligns the cells of a table that keys can scroll', async () => {
    const html = await htmlOf('| a | b |\n|:--|:-:|\n| 1 | ~~2~~ |');
    expect(html).toContain(
      '<div class="table-scroll" role="group" tabindex="0" aria-label="Table">',
    );
    expect(html).toContain('<th class="align-left">a</th>');
    expect(html).toContain('<td class="align-center"><del>2</del></td>');
  });

  test('turns [ ] and [x] into disabled boxes with a name', async () => {
    expect(await htmlOf('- [ ] a\n- [x] b\n- \\[x] c')).toBe(
      [
        '<ul>',
        '<li class="task-list-item"><input type="checkbox" disabled="" aria-label="To do"> a</li>',
        '<li class="task-list-item"><input type="checkbox" disabled="" checked="" aria-label="Done"> b</li>',
        '<li>[x] c</li>',
        '</ul>',
      ].join('\n'),
    );
  });

  test.each([
    ['see www.example.org/a_b_c.', 'href="http://www.example.org/a_b_c"'],
    ['(https://example.org/x)', 'href="https://example.org/x"'],
    ['me@example.org', 'href="mailto:me@example.org"'],
  ])('links bare addresses: %s', async (markdown, href) => {
    expect(await htmlOf(markdown)).toContain(href);
  });

  test.each(['example.org', 'ftp://example.org', '//example.org', '`www.example.org`', 'a@b'])(
    'leaves alone what GitHub leaves alone: %s',
    async (markdown) => expect(await htmlOf(markdown)).not.toContain('<a'),
  );

  test.each(['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'caution'])(
    'makes callouts of [!%s]',
    async (kind) => {
      const name = kind.toLowerCase();
      const title = name.charAt(0).toUpperCase() + name.slice(1);
      expect(await htmlOf(`> [!${kind}]\n> Text`)).toBe(
        `<div class="callout callout-${name}" role="note">\n<p class="callout-title">${title}</p>\n<p>Text</p>\n</div>`,
      );
    },
  );

  test('leaves other quotes as they are', async () => {
    expect(await htmlOf('> [!NOTE] same line')).toContain('<blockquote>');
    expect(await htmlOf('> [!OTHER]\n> x')).toContain('<blockquote>');
  });

  test('numbers footnotes by first reference and leads back to each', async () => {
    const html = await htmlOf(
      'a[^z] b[^a] c[^z]\n\n[^a]: First *a*\n[^z]: Zed\n\n    more\n[^unused]: x',
    );
    expect(html).toContain(
      '<sup><a href="#s-fn:1" id="s-fnref:1" class="footnote-reference" aria-label="Footnote 1">1</a></sup>',
    );
    expect(html).toContain('id="s-fnref:1-2"');
    expect(html).toContain(
      '<section aria-label="Footnotes" class="footnotes"><ol>\n<li id="s-fn:1"><p>Zed</p>\n<p>more ',
    );
    expect(html).toContain(
      '<p>First <em>a</em> <a href="#s-fnref:2" class="footnote-back" aria-label="Back to reference 2">↩</a></p>',
    );
    expect(html).not.toContain('unused');
    expect(html.match(/<li /g)).toHaveLength(2);
  });

  test('lets footnotes refer to footnotes, and to themselves', async () => {
    const html = await htmlOf('a[^1]\n\n[^1]: see[^2]\n[^2]: back[^1]');
    expect(html.match(/<li /g)).toHaveLength(2);
    expect(html).toContain('aria-label="Back to reference 1-2"');
  });

  test('never nests links: a footnote in a link is a bare number', async () => {
    expect(await htmlOf('<a href="/x">a[^1]</a>\n\n[^1]: n')).toContain(
      '<a href="/x">a<sup>1</sup></a>',
    );
  });
});

describe('images', () => {
  test('get their size, and all but the first wait until they are near', async () => {
    const html = await htmlOf('![one](/media/a.webp)\n\n![two](/media/b.webp)');
    expect(html).toContain(
      '<img src="/media/a.webp" alt="one" width="640" height="360" loading="eager" decoding="async">',
    );
    expect(html).toContain('<img src="/media/b.webp" alt="two" loading="lazy" decoding="async">');
  });

  test('alone in a paragraph and with a title become a figure', async () => {
    expect(await htmlOf('![one](/media/b.webp "The caption")')).toBe(
      '<figure class="picture"><img src="/media/b.webp" alt="one" loading="eager" decoding="async"><figcaption>The caption</figcaption></figure>',
    );
  });

  test('of others become links with their words, and plain words inside a link', async () => {
    expect(await htmlOf('![shot](https://other.example/s.png)')).toBe(
      '<p><a href="https://other.example/s.png" class="image-link" rel="noopener noreferrer">shot</a></p>',
    );
    expect(await htmlOf('[![build](https://other.example/b.svg)](/ci)')).toBe(
      '<p><a href="/ci">build</a></p>',
    );
  });

  test('may be looked up by a function', async () => {
    const images = (path: string) =>
      path === '/media/c d.webp' ? undefined : { width: 1, height: 2 };
    const { html } = await render('![x](/media/x.webp)', { images });
    expect(html).toContain('width="1" height="2"');
  });
});

describe('code', () => {
  test('is coloured by classes alone', async () => {
    const html = await htmlOf('```ts\nconst a = "b"; // c\n```');
    expect(html).toContain('<span class="tok-keyword">const </span>');
    expect(html).toContain('<span class="tok-string">"b"</span>');
    expect(html).toContain('<span class="tok-comment">// c</span>');
    expect(html).not.toContain('style');
    expect(html).toContain('<pre class="code-body" tabindex="0">');
  });

  test('shows title and language, marked lines and changes', async () => {
    const html = await htmlOf('```ts title="src/x.ts" {1,3-4} diff\n+a\n-b\n c\n d\n```');
    expect(html).toContain(
      '<span class="code-title">src/x.ts</span><span class="code-language">TypeScript</span>',
    );
    expect([...html.matchAll(/class="(line[^"]*)"/g)].map(([, name]) => name)).toEqual([
      'line line-marked line-inserted',
      'line line-deleted',
      'line line-marked',
      'line line-marked',
    ]);
  });

  test.each([
    ['```unheard-of\na <b>\n```', 'a &lt;b&gt;'],
    ['```\nplain\n```', 'plain'],
    ['    indented', 'indented'],
    ['```ts\n```', '<span class="line"></span>'],
  ])('of unknown or no language stays plain: %j', async (markdown, text) => {
    const html = await htmlOf(markdown);
    expect(html).toContain(text);
    expect(html).not.toContain('tok-');
  });

  test('keeps every character', async () => {
    const code = 'if (a < b && c > "d") {\n\n\treturn `x` + 1;\n}  \n';
    const html = await htmlOf(`\`\`\`ts diff\n${code}\`\`\``);
    const text = html.replace(/<[^>]*>/g, '').replace('TypeScript', '');
    expect(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toBe(
      `${code.trimEnd()}  `,
    );
  });

  test('is coloured the same whatever was loaded before', async () => {
    const embedding = '```md\n# Title\n\n```rust\nfn main() {}\n```\n~~~';
    const fresh = createMarkdownRenderer();
    const before = await fresh.render(`~~~${embedding.slice(3)}`);
    const other = createMarkdownRenderer();
    await other.render('```rust\nfn main() {}\n```');
    expect((await other.render(`~~~${embedding.slice(3)}`)).html).toBe(before.html);
  });
});

describe('what comes with the HTML', () => {
  test('text and words leave out code, the excerpt is the first paragraph', async () => {
    const { text, words, excerpt } = await render(
      '# Title\n\nFirst *paragraph* here.\n\n```ts\nconst a = 1;\n```\n\n- one\n- two[^1]\n\n[^1]: note',
    );
    expect(text).toBe('Title\nFirst paragraph here.\none\ntwo\nnote');
    expect(words).toBe(7);
    expect(excerpt).toBe('First paragraph here.');
  });

  test('links and images are listed once each', async () => {
    const { links, images } = await render(
      '[a](/x) [b](/x) [c](javascript:x) ![i](/media/a) ![i](/media/a) ![e](https://e.example/i)',
    );
    expect(links).toEqual(['/x', 'https://e.example/i']);
    expect(images).toEqual(['/media/a']);
  });

  test('an empty text gives an empty page', async () => {
    expect(await render('')).toEqual({
      html: '',
      blocks: [],
      toc: [],
      words: 0,
      text: '',
      excerpt: '',
      links: [],
      images: [],
    });
  });
});
