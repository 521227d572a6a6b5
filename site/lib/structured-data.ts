import type { ArticleCard, ArticlePage } from '#contracts/page.ts';
import { articlePath } from './links.ts';

/** JSON for a <script> data block: nothing in it can end the element. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

export function breadcrumbs(origin: string, steps: { name: string; path: string }[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step.name,
      item: origin + step.path,
    })),
  };
}

export function website(origin: string, name: string, description: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name,
    description,
    url: `${origin}/`,
  };
}

export function blogPosting(origin: string, article: ArticlePage['article']): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    headline: article.title,
    ...(article.subtitle ? { alternativeHeadline: article.subtitle } : {}),
    description: article.description,
    inLanguage: article.language,
    datePublished: article.publishedAt,
    dateModified: article.updatedAt,
    wordCount: article.words,
    ...(article.tags.length > 0 ? { keywords: article.tags.join(', ') } : {}),
    author: { '@type': 'Person', name: article.author.name, url: `${origin}/` },
    ...(article.cover ? { image: origin + article.cover.url } : {}),
    url: origin + articlePath(article.slug),
    mainEntityOfPage: origin + articlePath(article.slug),
  };
}

/** The items of a list page, in its order. */
export function itemList(origin: string, name: string, items: ArticleCard[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name,
    itemListElement: items.map((item, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: item.title,
      url: origin + articlePath(item.slug),
    })),
  };
}
