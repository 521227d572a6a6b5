import { crc32, deflateRawSync } from 'node:zlib';

/** Returns an article with all fields of Forem's exporter. */
function devArticle(slug: string, fields: Record<string, unknown>): Record<string, unknown> {
  return {
    body_markdown: '',
    cached_tag_list: '',
    cached_user_name: 'Ada Beispiel',
    cached_user_username: 'ada_writes',
    canonical_url: null,
    comments_count: 3,
    created_at: '2024-01-10T09:00:00.000Z',
    crossposted_at: null,
    description: '',
    edited_at: null,
    feed_source_url: null,
    language: 'en',
    last_comment_at: '2017-01-01T05:00:00.000Z',
    main_image: null,
    main_image_background_hex_color: '#dddddd',
    path: `/ada_writes/${slug}`,
    positive_reactions_count: 12,
    processed_html: '<p>made of the markdown</p>\n\n',
    public_reactions_count: 12,
    published: true,
    published_at: '2024-01-11T10:30:00.000Z',
    published_from_feed: false,
    show_comments: true,
    slug,
    social_image: null,
    title: slug,
    video: null,
    video_closed_caption_track_url: null,
    video_code: null,
    video_source_url: null,
    video_thumbnail_url: null,
    ...fields,
  };
}

const embeds = `Some words.

{% embed https://github.com/sindresorhus/awesome %}

{% youtube dQw4w9WgXcQ %}

{% details More of it %}
Held **inside**.
{% enddetails %}

\`\`\`liquid
{% if page.title %}{{ page.title }}{% endif %}
\`\`\`

Write \`{% raw %}{% comment %}{% endraw %}\` for that.

{% poll 42 %}

![A chart](https://dev-to-uploads.s3.amazonaws.com/uploads/articles/chart.png)
`;

const withFrontMatter = `---
title: The second part
published: true
tags: javascript, testing
series: Testing in threes
cover_image: https://dev-to-uploads.s3.amazonaws.com/uploads/articles/cover.png
canonical_url: https://elsewhere.example.com/second
---

The older editor keeps its fields *here*.
`;

/** Returns the articles of a dev.to export, of different kinds. */
export function devToArticles(siteUrl: string): unknown[] {
  return [
    devArticle('embeds-and-more-4k2a', {
      title: 'Embeds and more',
      body_markdown: embeds,
      cached_tag_list: 'webdev, liquid, beginners',
      description: 'What the platform embeds',
      edited_at: '2024-02-01T12:00:00.000Z',
      main_image:
        'https://media2.dev.to/dynamic/image/width=1000/https%3A%2F%2Fdev-to-uploads.s3.amazonaws.com%2Fx.png',
    }),
    devArticle('the-second-part-1bcd', {
      title: 'The second part',
      body_markdown: withFrontMatter,
      cached_tag_list: 'javascript, testing',
      canonical_url: 'https://elsewhere.example.com/second',
      published_at: '2024-02-11T10:30:00.000Z',
    }),
    devArticle('not-yet-temp-slug-8812', {
      title: 'Not yet',
      body_markdown: 'A beginning.',
      published: false,
      published_at: null,
    }),
    devArticle('ours-3e3e', {
      title: 'Ours',
      body_markdown: 'It began here.',
      canonical_url: `${siteUrl}/blog/ours`,
    }),
    { slug: 'broken', title: 'Broken', processed_html: '<p>no text</p>', body_markdown: null },
    devArticle('weekly-1a1a', { title: 'Weekly', body_markdown: 'Week one.' }),
    devArticle('weekly-2b2b', { title: 'Weekly', body_markdown: 'Week two.' }),
  ];
}

/** Returns the entries of the ZIP file that dev.to sends by email. */
export function devToExport(siteUrl: string): ZipEntry[] {
  return [
    { name: 'articles.json', content: JSON.stringify(devToArticles(siteUrl)) },
    { name: 'comments.json', content: JSON.stringify([{ body_markdown: 'Nice.', id_code: 'a1' }]) },
  ];
}

/** One entry of a ZIP file. Omitted fields have the correct values. */
export interface ZipEntry {
  name: string;
  content?: Buffer | string;
  /** Unix mode with the kind of file, such as 0o120777 for a symbolic link. */
  mode?: number;
  /** Size in the header instead of the real size. */
  claimedSize?: number;
}

const FILE_MODE = 0o100644;
const UNIX = 3 << 8;
const NOTHING = deflateRawSync('');
/** 1980-01-01, the first date of the format. */
const DATE = 0x21;

/** Returns a ZIP file. Names of entries are not validated. */
export function packZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', mode = FILE_MODE, claimedSize } of entries) {
    const bytes = Buffer.from(content);
    const packed = bytes.length === 0 ? NOTHING : deflateRawSync(bytes);
    const fileName = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedSize ?? bytes.length, 18);
    common.writeUInt16LE(fileName.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, fileName, packed]);
    const centralFields = Buffer.alloc(14);
    centralFields.writeUInt32LE((mode << 16) >>> 0, 6);
    centralFields.writeUInt32LE(offset, 10);
    const versionMadeBy = Buffer.alloc(2);
    versionMadeBy.writeUInt16LE(UNIX | 20);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), versionMadeBy, common, centralFields, fileName]),
    );
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 4);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  const large =
    entries.length > 0xfffe ? countBeyond16Bits(entries.length, list.length, offset) : [];
  return Buffer.concat([...parts, list, ...large, Buffer.from('PK\x05\x06'), end]);
}

/** Returns the ZIP64 records, which hold counts beyond 16 bits. */
function countBeyond16Bits(count: number, bytes: number, offset: number): Buffer[] {
  const record = Buffer.alloc(52);
  record.writeBigUInt64LE(44n, 0);
  record.writeUInt16LE(45, 8);
  record.writeUInt16LE(45, 10);
  record.writeBigUInt64LE(BigInt(count), 20);
  record.writeBigUInt64LE(BigInt(count), 28);
  record.writeBigUInt64LE(BigInt(bytes), 36);
  record.writeBigUInt64LE(BigInt(offset), 44);
  const locator = Buffer.alloc(16);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 4);
  locator.writeUInt32LE(1, 12);
  return [Buffer.from('PK\x06\x06'), record, Buffer.from('PK\x06\x07'), locator];
}

interface MediumPage {
  title: string;
  subtitle?: string;
  body: string;
  /** Null for a draft. */
  published: string | null;
  canonical?: string;
  tags?: string[];
}

/** Returns the page of a story as Medium exports it, without its styles. */
function page({ title, subtitle, body, published, canonical, tags }: MediumPage): string {
  const summary = subtitle
    ? `<section data-field="subtitle" class="p-summary">\n${subtitle}\n</section>\n`
    : '';
  const tagged = (tags ?? [])
    .map((tag) => `<a href="https://medium.com/tag/${tag.toLowerCase()}" class="p-tag">${tag}</a>`)
    .join(', ');
  const footer = published
    ? `${tagged ? `<p class="p-tags">Tagged in ${tagged}</p>` : ''}<p>By <a href="https://medium.com/@ada-writes" class="p-author h-card">Ada Beispiel</a> on <a href="https://medium.com/p/0a1b2c3d4e5f"><time class="dt-published" datetime="${published}">some day</time></a>.</p><p><a href="${canonical ?? ''}" class="p-canonical">Canonical link</a></p>`
    : '<p><a href="https://medium.com/p/aabbccddeeff">View original.</a></p>';
  return `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>${title}</title><style>
      * { font-family: Georgia, Cambria, "Times New Roman", Times, serif; }
    </style></head><body><article class="h-entry">
<header>
<h1 class="p-name">${title}</h1>
</header>
${summary}<section data-field="body" class="e-content">
<section name="1f2e" class="section section--body section--first"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner sectionLayout--insetColumn">${body}</div></div></section>
</section>
<footer>${footer}<p>Exported from <a href="https://medium.com">Medium</a> on November 20, 2026.</p></footer></article></body></html>`;
}

const headline = (title: string) =>
  `<h3 name="aa01" id="aa01" class="graf graf--h3 graf--leading graf--title">${title}</h3>`;
const paragraph = (words: string) =>
  `<p name="aa02" id="aa02" class="graf graf--p graf-after--h3">${words}</p>`;

const story = `${headline('A queue that forgets&nbsp;nothing')}<h4 name="aa03" id="aa03" class="graf graf--h4 graf-after--h3 graf--subtitle">What a crash taught me</h4><figure name="aa04" id="aa04" class="graf graf--figure graf-after--h4"><img class="graf-image" data-image-id="1*queue.png" data-width="1600" data-height="900" alt="Boxes on a belt" src="https://cdn-images-1.medium.com/max/800/1*queue.png"><figcaption class="imageCaption">Photo by <a href="https://unsplash.example/@jo" data-href="https://unsplash.example/@jo" class="markup--anchor markup--figure-anchor" rel="nofollow" target="_blank">Jo</a></figcaption></figure>${paragraph('It is <strong class="markup--strong markup--p-strong">not enough</strong> to write <em class="markup--em markup--p-em">things</em> down, says <code class="markup--code markup--p-code">fsync()</code>. See <a href="https://medium.com/r/?url=https%3A%2F%2Fsqlite.org%2Fwal.html" data-href="https://medium.com/r/?url=https%3A%2F%2Fsqlite.org%2Fwal.html" class="markup--anchor markup--p-anchor" rel="noopener" target="_blank">its page</a>.')}<h3 name="aa05" id="aa05" class="graf graf--h3 graf-after--p">The table</h3><pre data-code-block-mode="2" spellcheck="false" data-code-block-lang="sql" name="aa06" id="aa06" class="graf graf--pre graf-after--h3 graf--preV2"><span class="pre--content"><span class="hljs-keyword">CREATE TABLE</span> jobs (<br />  id <span class="hljs-type">INTEGER</span> <span class="hljs-keyword">PRIMARY KEY</span>,<br />  state TEXT<br />);</span></pre><h4 name="aa07" id="aa07" class="graf graf--h4 graf-after--pre">In short</h4><ul class="postList"><li name="aa08" id="aa08" class="graf graf--li graf-after--h4">write first</li><li name="aa09" id="aa09" class="graf graf--li graf-after--li">do <strong class="markup--strong markup--li-strong">then</strong></li></ul><blockquote name="aa10" id="aa10" class="graf graf--blockquote graf-after--li">Nothing is done until it is written.</blockquote><figure name="aa11" id="aa11" class="graf graf--figure graf--iframe graf-after--blockquote"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed" width="700" height="393" frameborder="0" scrolling="no"></iframe></figure><figure name="aa12" id="aa12" class="graf graf--figure graf--iframe graf-after--figure"><script src="https://gist.github.com/ada/0123456789abcdef0123456789abcdef.js"></script></figure><div name="aa13" id="aa13" class="graf graf--mixtapeEmbed graf-after--figure"><a href="https://example.org/outbox" data-href="https://example.org/outbox" class="markup--anchor markup--mixtapeEmbed-anchor" title="https://example.org/outbox"><strong class="markup--strong markup--mixtapeEmbed-strong">The outbox</strong><br><em class="markup--em markup--mixtapeEmbed-em">How to tell others</em>example.org</a><a href="https://example.org/outbox" class="js-mixtapeImage mixtapeImage u-ignoreBlock" data-media-id="1" style="background-image: url(https://cdn-images-1.medium.com/fit/c/160/160/0*x);"></a></div></div></div></section><section name="2a3b" class="section section--body section--last"><div class="section-divider"><hr class="section-divider"></div><div class="section-content"><div class="section-inner sectionLayout--insetColumn">${paragraph('Thank you for reading.')}`;

const hostile = `${headline('A bad day')}${paragraph('<a href="javascript:alert(1)">click</a><img src="x" onerror="alert(2)"><script>alert(3)</script><svg onload="alert(4)"></svg>')}<iframe src="javascript:alert(5)"></iframe><iframe srcdoc="<script>alert(6)</script>"></iframe><p class="graf graf--p" onclick="alert(7)">Words stay. &lt;script&gt;alert(8)&lt;/script&gt; [x](javascript:alert(9)) &lt;img src=x onerror=alert(10)&gt;</p><pre class="graf graf--pre">\`\`\`\n&lt;script&gt;alert(11)&lt;/script&gt;\n\`\`\`</pre><a href="java&Tab;script:alert(12)">tab</a><math><mi xlink:href="javascript:alert(13)">m</mi></math><p style="background:url(javascript:alert(14))">Style</p>`;

/** Returns the entries of an export by https://medium.com/me/export, with five stories of different kinds. */
export function mediumExport(): ZipEntry[] {
  const posts: Record<string, string> = {
    '2024-03-02_A-queue-that-forgets-nothing-3f2e1d0c9b8a': page({
      title: 'A queue that forgets nothing',
      subtitle: 'What a crash taught me',
      body: story,
      published: '2024-03-02T08:15:30.123Z',
      canonical: 'https://medium.com/@ada-writes/a-queue-that-forgets-nothing-3f2e1d0c9b8a',
      tags: ['SQLite', 'Software Engineering'],
    }),
    '2024-05-05_Published-elsewhere-111122223333': page({
      title: 'Published elsewhere',
      body: `${headline('Published elsewhere')}${paragraph('It began on another page.')}`,
      published: '2024-05-05T10:00:00.000Z',
      canonical: 'https://engineering.example.com/published-elsewhere',
    }),
    '2024-06-03_I-agree-with-this-a1b2c3d4e5f6': page({
      title: 'I agree with this',
      body: paragraph('I agree with this'),
      published: '2024-06-03T09:41:57.629Z',
      canonical: 'https://medium.com/@ada-writes/i-agree-with-this-a1b2c3d4e5f6',
    }),
    '2024-07-07_A-bad-day-deadbeef0001': page({
      title: 'A bad day',
      body: hostile,
      published: '2024-07-07T07:07:07.007Z',
      canonical: 'https://medium.com/@ada-writes/a-bad-day-deadbeef0001',
    }),
    'draft_Half-a-thought-aabbccddeeff': page({
      title: 'Half a thought',
      body: `${headline('Half a thought')}${paragraph('To be continued.')}`,
      published: null,
    }),
  };
  return [
    { name: 'README.html', content: '<html><body>Your Medium archive</body></html>' },
    { name: 'profile/profile.html', content: '<html><body>Ada Beispiel</body></html>' },
    { name: 'claps/claps-0001.html', content: '<html><body>claps</body></html>' },
    ...Object.entries(posts).map(([name, content]) => ({ name: `posts/${name}.html`, content })),
  ];
}
