import { type IndexedCard, LATEST_CARDS_PATH, type LatestCards } from '#contracts/page.ts';
import type { PictureSource } from '#contracts/picture.ts';
import { fetchCards } from '../../client/fetch-cards.ts';

/** Articles of one page of the blog, and the path of the next older page. */
type Page = Pick<LatestCards, 'articles' | 'older'>;

/** All other articles, newest first; those after the first file are loaded on demand. */
export class OtherArticles {
  readonly #known: Set<string>;
  readonly #waiting: IndexedCard[] = [];
  #older: string | null;

  private constructor(slug: string, { articles, older }: Page) {
    this.#known = new Set([slug]);
    this.#older = older;
    this.#add(articles);
  }

  /** Loads the newest articles except this one. @throws Error if they cannot be loaded */
  static async load(slug: string): Promise<OtherArticles> {
    return new OtherArticles(slug, await fetchCards<LatestCards>(LATEST_CARDS_PATH));
  }

  /** True if all articles have been returned. */
  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#older === null;
  }

  /**
   * Loads until this many articles are available, or all that are left.
   * @throws Error if they cannot be loaded
   */
  async fetch(count: number): Promise<void> {
    while (this.#waiting.length < count && this.#older !== null) {
      const { articles, older } = await readPage(this.#older);
      this.#older = older;
      this.#add(articles);
    }
  }

  nextCards(count: number): IndexedCard[] {
    return this.#waiting.splice(0, count);
  }

  /** The page on which the first file ends starts with articles of that file. */
  #add(articles: IndexedCard[]): void {
    for (const card of articles) {
      if (!this.#known.has(card.slug)) this.#waiting.push(card);
      this.#known.add(card.slug);
    }
  }
}

/**
 * Reads a numbered page of the blog, which is a static file and available without the API. Only texts and
 * URLs are taken from its markup.
 */
async function readPage(path: string): Promise<Page> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return {
    articles: [...page.querySelectorAll('main .card')].map(readCard),
    older: page.querySelector('main a[rel=next]')?.getAttribute('href') ?? null,
  };
}

function readCard(card: Element): IndexedCard {
  const title = card.querySelector('.card__title');
  const picture = card.querySelector('.cover img');
  const read = (from: Element | null | undefined, name: string) => from?.getAttribute(name) ?? '';
  return {
    slug: decodeURIComponent(read(title?.querySelector('a'), 'href').replace(/^.*\//, '')),
    title: title?.textContent ?? '',
    language: read(title, 'lang') || 'en',
    publishedAt: read(card.querySelector('time'), 'datetime'),
    readTime: card.querySelector('.meta span:last-child')?.textContent ?? '',
    tags: [],
    cover: picture && {
      url: decodeURI(read(picture, 'src')),
      width: Number(read(picture, 'width')),
      height: Number(read(picture, 'height')),
      sources: [...card.querySelectorAll<HTMLSourceElement>('.cover source')].map(
        ({ type, srcset }) => ({ type: type as PictureSource['type'], srcset }),
      ),
      preview: card.querySelector('.frame__preview')?.getAttribute('src') ?? null,
    },
  };
}
