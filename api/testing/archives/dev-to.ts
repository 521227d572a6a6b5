import type { ZipEntry } from './zip.ts';

/** Returns an article with all fields of Forem's exporter. */
function article(slug: string, fields: Record<string, unknown>): Record<string, unknown> {
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
    article('embeds-and-more-4k2a', {
      title: 'Embeds and more',
      body_markdown: embeds,
      cached_tag_list: 'webdev, liquid, beginners',
      description: 'What the platform embeds',
      edited_at: '2024-02-01T12:00:00.000Z',
      main_image:
        'https://media2.dev.to/dynamic/image/width=1000/https%3A%2F%2Fdev-to-uploads.s3.amazonaws.com%2Fx.png',
    }),
    article('the-second-part-1bcd', {
      title: 'The second part',
      body_markdown: withFrontMatter,
      cached_tag_list: 'javascript, testing',
      canonical_url: 'https://elsewhere.example.com/second',
      published_at: '2024-02-11T10:30:00.000Z',
    }),
    article('not-yet-temp-slug-8812', {
      title: 'Not yet',
      body_markdown: 'A beginning.',
      published: false,
      published_at: null,
    }),
    article('ours-3e3e', {
      title: 'Ours',
      body_markdown: 'It began here.',
      canonical_url: `${siteUrl}/blog/ours`,
    }),
    { slug: 'broken', title: 'Broken', processed_html: '<p>no text</p>', body_markdown: null },
    article('weekly-1a1a', { title: 'Weekly', body_markdown: 'Week one.' }),
    article('weekly-2b2b', { title: 'Weekly', body_markdown: 'Week two.' }),
  ];
}

/** Returns the entries of the ZIP file that dev.to sends by email. */
export function devToExport(siteUrl: string): ZipEntry[] {
  return [
    { name: 'articles.json', content: JSON.stringify(devToArticles(siteUrl)) },
    { name: 'comments.json', content: JSON.stringify([{ body_markdown: 'Nice.', id_code: 'a1' }]) },
  ];
}
