import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ImageSource } from '#contracts/image.ts';
import { type IndexedCard, LATEST_CARDS_PATH, type LatestCards } from '#contracts/page.ts';
import { fetchCards } from '../../client/fetch-cards.ts';
import { SLOW_NOTICE } from '../../client/slow-notice.ts';
import { longDate } from '../../format/dates.ts';
import { articlePath, langOf } from '../../format/links.ts';
import { pluralize } from '../../format/pluralize.ts';
import { CardCover } from '../ui/CardCover.tsx';
import { usePressOnline } from '../ui/LoadFailed.tsx';

/** Articles of one page of the blog, and the path of the next older page. */
type Page = Pick<LatestCards, 'articles' | 'older'>;

/** All other articles, newest first; those after the first file are loaded on demand. */
class OtherArticles {
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

/** Number of articles shown at first, and added by each press, as documented. */
const FIRST_SHOWN = 4;
const SHOWN_PER_PRESS = 2;
/** Maximum width of a card's cover, see client/article-cards.css. */
const CARD_WIDTH = '11rem';

const isNotLoaded = () =>
  navigator.onLine
    ? 'More articles could not be loaded.'
    : 'You are offline: more articles cannot be loaded.';

/** Further articles: four, two more with each press, and an end. */
export function ReadMore({ slug }: { slug: string }) {
  const otherArticles = useRef<OtherArticles>(null);
  const [cards, setCards] = useState<IndexedCard[] | null>(null);
  const [state, setState] = useState<'waiting' | 'loading' | 'busy' | 'ready' | 'failed' | 'end'>(
    'waiting',
  );
  const [status, setStatus] = useState('');
  /** Card that gets the focus when the button disappears. */
  const [focused, setFocused] = useState<number | null>(null);

  async function load(during: 'loading' | 'busy') {
    setState(during);
    setStatus('');
    try {
      otherArticles.current = await OtherArticles.load(slug);
    } catch {
      setState('failed');
      setStatus(isNotLoaded());
      return;
    }
    const first = otherArticles.current.nextCards(FIRST_SHOWN);
    setCards(first);
    setState(otherArticles.current.isEmpty ? 'end' : 'ready');
    if (first.length === 0) setStatus('There are no other articles yet.');
  }

  async function addMore(all: OtherArticles, shown: IndexedCard[]) {
    setState('busy');
    try {
      await all.fetch(SHOWN_PER_PRESS);
    } catch {
      setState('ready');
      setStatus(`${isNotLoaded()} Please try again.`);
      return;
    }
    const added = all.nextCards(SHOWN_PER_PRESS);
    setCards([...shown, ...added]);
    // Only loading the next page shows whether this is the end. If it fails, the next press shows the error.
    await all.fetch(1).catch(() => undefined);
    const more = pluralize(added.length, 'more article');
    setStatus(all.isEmpty ? `${more}. You have reached the end of the list.` : more);
    setState(all.isEmpty ? 'end' : 'ready');
    if (all.isEmpty) setFocused(added.length > 0 ? shown.length : shown.length - 1);
  }

  function press() {
    if (state === 'busy') return;
    if (otherArticles.current && cards) void addMore(otherArticles.current, cards);
    else void load('busy');
  }

  const loadFirst = useEffectEvent(() => void load('loading'));
  useEffect(() => loadFirst(), []);

  const button = usePressOnline(state === 'failed');

  const isAlone = cards?.length === 0;
  return (
    <>
      <ul
        className="more__list needs-script"
        hidden={isAlone}
        aria-busy={cards === null && state !== 'failed' ? true : undefined}
      >
        {cards?.map((card, index) => (
          <li className="more__item" key={card.slug}>
            <ArticleCard card={card} isFocused={index === focused} />
          </li>
        ))}
      </ul>
      <button
        ref={button}
        className="button needs-script"
        type="button"
        hidden={isAlone}
        disabled={state === 'waiting' || state === 'loading' || state === 'end'}
        aria-busy={state === 'busy' || undefined}
        onClick={press}
      >
        {state === 'failed' ? 'Try again' : 'Read more'}
      </button>
      <p className="more__state" role="status">
        {state === 'loading' || state === 'busy' ? (
          <span className="slow">{SLOW_NOTICE}</span>
        ) : (
          status
        )}
      </p>
    </>
  );
}

function ArticleCard({ card, isFocused }: { card: IndexedCard; isFocused: boolean }) {
  const { slug, title, publishedAt, readTime, cover } = card;
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    if (isFocused) link.current?.focus();
  }, [isFocused]);
  return (
    <article className="more-card">
      <CardCover cover={cover} slug={slug} sizes={CARD_WIDTH} />
      <div>
        <h3>
          <a href={articlePath(slug)} lang={langOf(card)} ref={link}>
            {title}
          </a>
        </h3>
        <p className="meta">
          <time dateTime={publishedAt}>{longDate(publishedAt)}</time>
          <span>{readTime}</span>
        </p>
      </div>
    </article>
  );
}

/**
 * Reads a numbered page of the blog, which is a static file and available without the API. Only texts and
 * URLs are taken from its markup.
 */
async function readPage(path: string): Promise<Page> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} responded with ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return {
    articles: [...page.querySelectorAll('main .card')].map(readCard),
    older: page.querySelector('main a[rel=next]')?.getAttribute('href') ?? null,
  };
}

function readCard(card: Element): IndexedCard {
  const title = card.querySelector('.card__title');
  const image = card.querySelector('.cover img');
  const read = (from: Element | null | undefined, name: string) => from?.getAttribute(name) ?? '';
  return {
    slug: decodeURIComponent(read(title?.querySelector('a'), 'href').replace(/^.*\//, '')),
    title: title?.textContent ?? '',
    language: read(title, 'lang') || 'en',
    publishedAt: read(card.querySelector('time'), 'datetime'),
    readTime: card.querySelector('.meta span:last-child')?.textContent ?? '',
    tags: [],
    cover: image && {
      url: decodeURI(read(image, 'src')),
      width: Number(read(image, 'width')),
      height: Number(read(image, 'height')),
      sources: [...card.querySelectorAll<HTMLSourceElement>('.cover source')].map(
        ({ type, srcset }) => ({ type: type as ImageSource['type'], srcset }),
      ),
      preview: card.querySelector('.frame__preview')?.getAttribute('src') ?? null,
    },
  };
}
