import { Feed } from 'feed';
import { findArticleById } from '../../db/hot/articles.ts';
import { readNewestIds } from '../../db/hot/list-pages.ts';
import { escapeHtml } from '../../escape-html.ts';
import { getSiteContent } from '../owner-content.ts';
import { LATEST, type PageContext, type PageLoader, tag } from '../page-source.ts';

/** Number of articles in a feed, with their whole text. */
const FEED_ARTICLES = 20;

/** Characters that XML cannot contain, which articles may contain. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters
const invalidXmlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

type Format = 'rss2' | 'atom1' | 'json1';

const feedPage =
  (format: Format): PageLoader =>
  (context, path) => {
    const ids = readNewestIds(context.database, LATEST, FEED_ARTICLES);
    return {
      kind: 'feed',
      file: path.slice(1),
      dependencies: [tag.list(LATEST), tag.content('profile'), ...ids.map(tag.article)],
      content: {
        text: buildFeed(context, ids, format)[format]().replace(invalidXmlCharacters, ''),
      },
    };
  };

export const rssFeed = feedPage('rss2');
export const atomFeed = feedPage('atom1');
export const jsonFeed = feedPage('json1');

function buildFeed(context: PageContext, ids: number[], format: Format): Feed {
  const { database, origin } = context;
  const { name, tagline } = getSiteContent(context).profile;
  // Titles and summaries are HTML in RSS and Atom, and plain text in JSON.
  const escapeText = format === 'json1' ? (text: string) => text : escapeHtml;
  const articles = ids.flatMap((id) => findArticleById(database, id) ?? []);
  const updated = Math.max(0, ...articles.map((article) => article.updatedAt));
  const feed = new Feed({
    title: name,
    description: tagline,
    id: `${origin}/`,
    link: `${origin}/`,
    language: 'en',
    updated: new Date(updated),
    generator: 'personal-site',
    copyright: `© ${name}`,
    feedLinks: {
      rss: `${origin}/rss.xml`,
      atom: `${origin}/atom.xml`,
      json: `${origin}/feed.json`,
    },
    author: { name, link: `${origin}/` },
  });
  for (const article of articles) {
    const link = `${origin}${encodeURI(`/blog/${article.slug}`)}`;
    feed.addItem({
      title: escapeText(article.title),
      id: `${origin}/blog/${article.publicId}`,
      link,
      description: escapeText(article.description || article.subtitle),
      content: adaptForFeedReaders(article.html, origin, link),
      date: new Date(article.updatedAt),
      published: new Date(article.publishedAt ?? article.createdAt),
      author: [{ name: article.authorName }],
      category: article.tags.map((label) => ({ name: label })),
    });
  }
  return feed;
}

/**
 * Makes URLs absolute and replaces alignment classes by attributes, because feed readers have no base
 * URL and no styles of the site. The serializer always writes double quotes.
 */
function adaptForFeedReaders(html: string, origin: string, page: string): string {
  return html.replaceAll(/<[a-z][^<>]*>/g, (element) =>
    element
      .replaceAll(/ (href|src)="\/(?!\/)/g, ` $1="${origin}/`)
      .replaceAll(' href="#', ` href="${page}#`)
      .replace(/ class="align-(left|center|right)"/, ' align="$1"'),
  );
}
