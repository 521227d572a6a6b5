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
import { productPath } from '#contracts/shop-words.ts';
import { articlePath } from '../format/links.ts';
import { isOwner } from './profile.ts';

/** JSON for a <script> data block: nothing in it can end the element. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/** The trail from the site's entrance to a page. */
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

/** The site as a whole. */
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

/** What search engines may know of the owner. */
interface Owner {
  name: string;
  headline: string;
  tagline: string;
  social: { url: string }[];
}

/** Whose site it is; articles and studies point here by the same `@id`. */
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

/** An article. */
export function blogPosting(
  origin: string,
  article: ArticlePage['article'],
  commentCount: number,
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
      ...(isOwner(article.author.name) && { url: `${origin}/about` }),
    },
    image: picturesOf(origin, article),
    url: origin + articlePath(article.slug),
    mainEntityOfPage: origin + articlePath(article.slug),
  };
}

/**
 * What is said below an article, in a block of its own where it stands: in the head it would come
 * before the first words of the text. The `@id` says which article is meant.
 */
export function commentsOf(address: string, threads: PageThread[]): WithContext<BlogPosting> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BlogPosting',
    '@id': address,
    comment: threads.filter(isThere).map((thread) => ({
      ...commentOf(address, thread),
      ...(thread.replies.length > 0 && {
        comment: thread.replies.map((reply) => commentOf(address, reply)),
      }),
    })),
  };
}

/** Of one that is gone, only its place is left. */
const isThere = ({ name }: PageComment) => name !== '';

function commentOf(address: string, { id, name, createdAt, text }: PageComment): Comment {
  return {
    '@type': 'Comment',
    url: `${address}#comment-${id}`,
    author: { '@type': 'Person', name },
    dateCreated: createdAt,
    text,
  };
}

/** All that stand for it, the one drawn for sharing first. */
function picturesOf(origin: string, article: ArticlePage['article']): string | string[] {
  const { cover, sharePicture } = article;
  const found = [sharePicture, cover].flatMap((picture) => (picture ? origin + picture.url : []));
  const [first = `${origin}/share.png`, ...others] = found;
  return others.length > 0 ? [first, ...others] : first;
}

/** Questions that the page answers. */
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

/** The items of a list page, in its order. */
export function itemList(
  origin: string,
  name: string,
  items: ArticleCard[],
): WithContext<ItemList> {
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

const productAddress = (origin: string, slug: string) =>
  origin + productPath(encodeURIComponent(slug));

/** A product and what it costs; one that is not for sale any more has no offer that could be taken. */
export function productForSale(
  origin: string,
  product: ProductPage['product'],
): WithContext<Product> {
  const url = productAddress(origin, product.slug);
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

/** The products of a list page, in its order. */
export function productList(
  origin: string,
  name: string,
  products: ProductCard[],
): WithContext<ItemList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name,
    itemListElement: products.map((product, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: product.title,
      url: productAddress(origin, product.slug),
    })),
  };
}
