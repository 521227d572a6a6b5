import type { ArticleResponse } from '#contracts/article.ts';
import { cardPicture } from '../article/card-picture.ts';
import { longDate, shortened } from '../format.ts';
import { articlePath } from '../links.ts';

/** Tags a card shows, as ArticleCard.astro does. */
const TAGS = 3;

/** Fills the page's own card with an article of the API, so that both look the same. */
export function makeCard(
  template: HTMLTemplateElement,
  article: ArticleResponse,
): DocumentFragment {
  const card = template.content.cloneNode(true) as DocumentFragment;
  const find = (selector: string) => card.querySelector<HTMLElement>(selector);
  const lang = article.language === 'en' ? '' : article.language;
  const time = find('time');
  if (time && article.publishedAt) {
    time.setAttribute('datetime', article.publishedAt);
    time.textContent = longDate(article.publishedAt);
    if (time.nextElementSibling) time.nextElementSibling.textContent = article.readTime;
  }
  const title = find('.card__title');
  const link = title?.querySelector('a');
  if (title && link) {
    link.href = articlePath(article.slug);
    link.textContent = article.title;
    if (lang) title.lang = lang;
  }
  const summary = find('.card__summary');
  const words = shortened(article.description || article.subtitle);
  if (summary && words) {
    summary.textContent = words;
    if (lang) summary.lang = lang;
  } else summary?.remove();
  const tags = find('.card__tags');
  if (article.tags.length > 0) tags?.replaceChildren(...article.tags.slice(0, TAGS).map(tagOf));
  else tags?.remove();
  const { images, slug } = article;
  const sizes = template.dataset.sizes ?? '';
  find('.cover')?.replaceWith(cardPicture({ slug, cover: images }, sizes));
  return card;
}

function tagOf(tag: string): HTMLElement {
  const element = document.createElement('span');
  element.textContent = tag;
  return element;
}
