const AT = '2023-04-05T06:07:08.000Z';

/** Returns a post with all fields of Ghost 5's table. */
function post(id: string, fields: Record<string, unknown>): Record<string, unknown> {
  return {
    id,
    uuid: `00000000-0000-4000-8000-${id.padStart(12, '0')}`,
    title: id,
    slug: id,
    mobiledoc: null,
    lexical: null,
    html: null,
    comment_id: id,
    plaintext: null,
    feature_image: null,
    featured: 0,
    type: 'post',
    status: 'published',
    locale: null,
    visibility: 'public',
    email_recipient_filter: 'all',
    created_at: AT,
    updated_at: '2023-05-06T07:08:09.000Z',
    published_at: AT,
    custom_excerpt: null,
    codeinjection_head: null,
    codeinjection_foot: null,
    custom_template: null,
    canonical_url: null,
    newsletter_id: null,
    show_title_and_feature_image: 1,
    ...fields,
  };
}

const html = `<p>Ghost makes <strong>HTML</strong> of it, with a <a href="__GHOST_URL__/lexical/">link within</a> and <a href="__GHOST_URL__/about/">one beside</a>.</p><h2 id="code">Code</h2><pre><code class="language-typescript">const queue: Job[] = [];
queue.push({ id: 1 });</code></pre><figure class="kg-card kg-image-card kg-card-hascaption"><img src="__GHOST_URL__/content/images/size/w1000/2023/04/belt.png" class="kg-image" alt="A belt" loading="lazy" width="2000" height="1125" srcset="__GHOST_URL__/content/images/size/w600/2023/04/belt.png 600w"><figcaption><span style="white-space: pre-wrap;">The belt at night</span></figcaption></figure><figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://sqlite.org/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">SQLite Home Page</div><div class="kg-bookmark-description">Small. Fast. Reliable.</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://sqlite.org/favicon.ico" alt=""><span class="kg-bookmark-author">sqlite.org</span></div></div></a></figure><div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind the <b><strong style="white-space: pre-wrap;">gap</strong></b>.</div></div><div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text"><span style="white-space: pre-wrap;">Why?</span></h4><button class="kg-toggle-card-icon" aria-label="Expand toggle to read content"><svg id="Regular" viewBox="0 0 24 24"><path d="M23"></path></svg></button></div><div class="kg-toggle-content"><p><span style="white-space: pre-wrap;">Because.</span></p></div></div><figure class="kg-card kg-embed-card"><iframe width="200" height="113" src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed" frameborder="0" title="A song"></iframe></figure><!--kg-card-begin: html--><table><thead><tr><th>Job</th><th>State</th></tr></thead><tbody><tr><td>1</td><td>done</td></tr></tbody></table><!--kg-card-end: html--><div class="kg-card kg-signup-card"><h2>Join us</h2><form><input type="email"></form></div>`;

const textNode = (text: string, format = 0) => ({
  detail: 0,
  format,
  mode: 'normal',
  style: '',
  text,
  type: 'extended-text',
  version: 1,
});
const block = (type: string, children: unknown[], fields: object = {}) => ({
  children,
  direction: 'ltr',
  format: '',
  indent: 0,
  type,
  version: 1,
  ...fields,
});

const lexical = {
  root: block('root', [
    block('paragraph', [
      textNode('Lexical has '),
      textNode('bold', 1),
      textNode(', '),
      textNode('italic', 2),
      textNode(' and '),
      textNode('code()', 16),
      { type: 'linebreak', version: 1 },
      block('link', [textNode('a link')], {
        url: 'https://example.org/x',
        rel: null,
        target: null,
      }),
    ]),
    block('extended-heading', [textNode('A heading')], { tag: 'h2' }),
    block(
      'list',
      [
        block('listitem', [textNode('one')], { value: 1 }),
        block('listitem', [
          block('list', [block('listitem', [textNode('inner')])], {
            listType: 'bullet',
            start: 1,
            tag: 'ul',
          }),
        ]),
        block('listitem', [textNode('two')], { value: 2 }),
      ],
      { listType: 'number', start: 1, tag: 'ol' },
    ),
    block('extended-quote', [textNode('Said someone')]),
    { type: 'codeblock', version: 1, code: 'SELECT 1;\n-- `done`', language: 'sql', caption: '' },
    { type: 'horizontalrule', version: 1 },
    {
      type: 'image',
      version: 1,
      src: '__GHOST_URL__/content/images/2023/04/belt.png',
      width: 8,
      height: 6,
      title: '',
      alt: 'A belt',
      caption: '<span>By day</span>',
      cardWidth: 'regular',
      href: '',
    },
    { type: 'markdown', version: 1, markdown: '| a | b |\n| - | - |\n| 1 | 2 |' },
    { type: 'bookmark', version: 1, url: 'https://example.org/b', metadata: { title: 'B' } },
    { type: 'callout', version: 1, calloutText: '<p>Look</p>', calloutEmoji: '👀' },
    { type: 'transistor', version: 1, accentColor: '#fff' },
  ]),
};

const mobiledoc = {
  version: '0.3.1',
  atoms: [['soft-return', '', {}]],
  cards: [
    ['code', { code: 'print("hi")', language: 'python' }],
    [
      'embed',
      { url: 'https://vimeo.com/1', html: '<iframe src="//player.vimeo.com/video/1"></iframe>' },
    ],
    ['hr', {}],
  ],
  markups: [['em'], ['a', ['href', 'https://example.org/m', 'rel', 'noopener']]],
  sections: [
    [
      1,
      'p',
      [
        [0, [], 0, 'Mobiledoc, '],
        [0, [0], 1, 'leaning'],
        [1, [], 0, 0],
        [0, [1], 1, 'linked'],
      ],
    ],
    [1, 'h2', [[0, [], 0, 'Below']]],
    [3, 'ul', [[[0, [], 0, 'first']], [[0, [], 0, 'second']]]],
    [10, 0],
    [10, 1],
    [10, 2],
    [1, 'p', []],
  ],
};

const oldMarkdown = '# Notes\n\nText with `code` and\n\n```js\nlet a = 1;\n```\n';
const onlyMarkdown = {
  version: '0.3.1',
  markups: [],
  atoms: [],
  cards: [['markdown', { cardName: 'markdown', markdown: oldMarkdown }]],
  sections: [[10, 0]],
};

/** Returns a Ghost export of `today` with posts in all text formats of Ghost. */
export function ghostExport(today: number): { db: unknown[] } {
  const day = 86_400_000;
  const at = (days: number) => new Date(today + days * day).toISOString();
  const posts = [
    post('rendered', {
      title: 'Rendered',
      html,
      custom_excerpt: 'In short.',
      feature_image: '__GHOST_URL__/content/images/2023/04/cover.png',
      codeinjection_head: '<style>h1 { color: red }</style>',
    }),
    post('lexical', { title: 'In Lexical', lexical: JSON.stringify(lexical) }),
    post('mobiledoc', { title: 'In Mobiledoc', mobiledoc: JSON.stringify(mobiledoc) }),
    post('old-notes', {
      title: 'Old notes',
      mobiledoc: JSON.stringify(onlyMarkdown),
      html: '<!--kg-card-begin: markdown--><h1 id="notes">Notes</h1><!--kg-card-end: markdown-->',
      canonical_url: 'https://old.example.com/notes',
    }),
    post('later', {
      title: 'Later',
      html: '<p>Soon.</p>',
      status: 'scheduled',
      published_at: at(9),
    }),
    post('far', { title: 'Far', html: '<p>Far.</p>', status: 'scheduled', published_at: at(300) }),
    post('sketch', { title: 'Sketch', html: '<p>Hm.</p>', status: 'draft', published_at: null }),
    post('members', { title: 'For members', html: '<p>Paid.</p>', visibility: 'paid' }),
    post('about', { title: 'About', html: '<p>Me.</p>', type: 'page' }),
    post('torn', { title: 'Torn', lexical: '{"root":{"chil' }),
    { id: 'bad', slug: 'bad', html: '<p>No title.</p>' },
  ];
  return {
    db: [
      {
        meta: { exported_on: today, version: '5.82.2' },
        data: {
          posts,
          tags: [
            { id: 't1', name: 'SQLite', slug: 'sqlite', visibility: 'public' },
            { id: 't2', name: 'C++', slug: 'cpp', visibility: 'public' },
            { id: 't3', name: '#internal', slug: 'hash-internal', visibility: 'internal' },
          ],
          posts_tags: [
            { id: 'l1', post_id: 'rendered', tag_id: 't2', sort_order: 1 },
            { id: 'l2', post_id: 'rendered', tag_id: 't1', sort_order: 0 },
            { id: 'l3', post_id: 'rendered', tag_id: 't3', sort_order: 2 },
          ],
          users: [
            { id: '1', name: 'Ada', slug: 'ada', email: 'ada@example.org', password: '$2b$10$x' },
            { id: '2', name: 'Ben', slug: 'ben', email: 'ben@example.org' },
          ],
          posts_authors: [
            { id: 'a1', post_id: 'rendered', author_id: '1', sort_order: 0 },
            { id: 'a2', post_id: 'rendered', author_id: '2', sort_order: 1 },
          ],
          posts_meta: [
            { id: 'm1', post_id: 'rendered', feature_image_alt: 'A cover', meta_description: null },
          ],
          settings: [],
        },
      },
    ],
  };
}
