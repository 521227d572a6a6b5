import type { IndexedCard } from '#contracts/card-index.ts';
import type { PictureSource } from '#contracts/picture.ts';

/** Articles of one page of the blog, and the path of the page with those before them. */
interface Further {
  articles: IndexedCard[];
  older: string | null;
}

/**
 * Reads a numbered page of the blog, which is a file and there without the API. Of its markup nothing
 * is taken over but words and addresses. @throws Error when it cannot be had
 */
export async function fetchFurther(path: string): Promise<Further> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  return {
    articles: [...page.querySelectorAll('main .card')].map(cardOf),
    older: page.querySelector('main a[rel=next]')?.getAttribute('href') ?? null,
  };
}

function cardOf(card: Element): IndexedCard {
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
