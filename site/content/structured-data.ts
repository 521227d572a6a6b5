import type {
  BlogPosting,
  BreadcrumbList,
  Comment,
  ItemList,
  Person,
  Product,
  WebSite,
  WithContext,
} from 'schema-dts';
import type {
  ArticleCard,
  ArticlePage,
  PageComment,
  PageThread,
  ProductCard,
  ProductPage,
} from '#contracts/page.ts';
import { productPath } from '#contracts/shop-messages.ts';
import { articlePath } from '../format/links.ts';

/** Returns JSON for a <script> data block, escaped so that it cannot close the element. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** Returns the breadcrumbs of a page. */
export function breadcrumbs(
  origin: string,
  steps: { name: string; path: string }[],
): WithContext<BreadcrumbList> {
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

/** Returns the structured data of the site. */
export function website(origin: string, name: string, description: string): WithContext<WebSite> {
  return {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name,
    description,
    url: `${origin}/`,
    inLanguage: 'en',
    author: { '@type': 'Person', '@id': ownerId(origin), name },
  };
}

/** Public data of the owner. */
interface Owner {
  name: string;
  headline: string;
  tagline: string;
  social: { url: string }[];
}

/** Returns the structured data of the owner. Products refer to it by its `@id`. */
export function owner(
  origin: string,
  { name, headline, tagline, social }: Owner,
  portrait: string | null,
): WithContext<Person> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Person',
    '@id': ownerId(origin),
    name,
    jobTitle: headline,
    description: tagline,
    url: `${origin}/about`,
    ...(portrait === null ? {} : { image: origin + portrait }),
    ...(social.length > 0 ? { sameAs: social.map(({ url }) => new URL(url, origin).href) } : {}),
  };
}

const ownerId = (origin: string) => `${origin}/about`;

/** Returns the structured data of an article. */
export function blogPosting(
  origin: string,
  article: ArticlePage['article'],
  { commentCount, ownerName }: { commentCount: number; ownerName: string },
): WithContext<BlogPosting> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    '@id': origin + articlePath(article.slug),
    headline: article.title,
    ...(article.subtitle ? { alternativeHeadline: article.subtitle } : {}),
    description: article.description,
    inLanguage: article.language,
    datePublished: article.publishedAt,
    dateModified: article.updatedAt,
    wordCount: article.words,
    commentCount,
    ...(article.tags.length > 0 ? { keywords: article.tags.join(', ') } : {}),
    author: {
      '@type': 'Person',
      name: article.author.name,
      ...(article.author.name === ownerName && { url: `${origin}/about` }),
    },
    image: imageUrlsOf(origin, article),
    url: origin + articlePath(article.slug),
    mainEntityOfPage: origin + articlePath(article.slug),
  };
}

/**
 * Returns the comments of an article, for a data block beside them: in the head it would delay the text. The
 * `@id` refers to the article.
 * @param url absolute URL of the article
 */
export function commentsOf(url: string, threads: PageThread[]): WithContext<BlogPosting> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    '@id': url,
    comment: threads.filter(hasName).map((thread) => ({
      ...commentOf(url, thread),
      ...(thread.replies.length > 0 && {
        comment: thread.replies.map((reply) => commentOf(url, reply)),
      }),
    })),
  };
}

/** Deleted comments have an empty name. */
const hasName = ({ name }: PageComment) => name !== '';

function commentOf(articleUrl: string, { id, name, createdAt, text }: PageComment): Comment {
  return {
    '@type': 'Comment',
    url: `${articleUrl}#comment-${id}`,
    author: { '@type': 'Person', name },
    dateCreated: createdAt,
    text,
  };
}

/** Returns the URLs of the article's images, the Open Graph image first. */
function imageUrlsOf(origin: string, article: ArticlePage['article']): string | string[] {
  const { cover, ogImage } = article;
  const urls = [ogImage, cover].flatMap((image) => (image ? origin + image.url : []));
  const [first = `${origin}/share.png`, ...others] = urls;
  return others.length > 0 ? [first, ...others] : first;
}

/** Returns the structured data of questions and answers. */
export function questionPage(questions: { question: string; answer: string }[]): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** Returns the structured data of a list of pages. */
export function itemList(
  origin: string,
  name: string,
  items: readonly { name: string; path: string }[],
): WithContext<ItemList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name,
    itemListElement: items.map((item, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: item.name,
      url: origin + item.path,
    })),
  };
}

/** Returns the structured data of a list of articles. */
export const articleList = (origin: string, name: string, articles: ArticleCard[]) =>
  itemList(
    origin,
    name,
    articles.map(({ title, slug }) => ({ name: title, path: articlePath(slug) })),
  );

const productUrl = (origin: string, slug: string) => origin + productPath(encodeURIComponent(slug));

/** Returns the structured data of a product with its offer. The offer of a retired product is `Discontinued`. */
export function productForSale(
  origin: string,
  product: ProductPage['product'],
): WithContext<Product> {
  const url = productUrl(origin, product.slug);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    '@id': url,
    name: product.title,
    description: product.description,
    sku: product.productId,
    url,
    ...(product.category ? { category: product.category } : {}),
    image: origin + (product.cover?.url ?? '/share.png'),
    offers: {
      '@type': 'Offer',
      url,
      price: product.amount,
      priceCurrency: product.currency,
      ...(product.suggested !== null && {
        priceSpecification: {
          '@type': 'PriceSpecification',
          minPrice: Number(product.amount),
          priceCurrency: product.currency,
        },
      }),
      availability: availabilityOf(product),
      seller: { '@type': 'Person', '@id': ownerId(origin) },
    },
  };
}

function availabilityOf({ retired, soldOut, forSale }: ProductPage['product']) {
  if (retired) return 'https://schema.org/Discontinued' as const;
  return soldOut || !forSale
    ? ('https://schema.org/OutOfStock' as const)
    : ('https://schema.org/InStock' as const);
}

/** Returns the structured data of a list of products. */
export const productList = (origin: string, name: string, products: ProductCard[]) =>
  itemList(
    origin,
    name,
    products.map(({ title, slug }) => ({ name: title, path: productUrl('', slug) })),
  );
