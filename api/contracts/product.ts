import { z } from 'zod';
import { articleImages } from './article.ts';
import { droppedFields, type WithoutDropped } from './dropped.ts';
import { productDefaults } from './shop-words.ts';
import { ALT_MAX } from './upload.ts';

/** Products per load of the list, as documented: the calls ask for 9, 18, 27 … */
export const PRODUCTS_PER_LOAD = 9;
/** Most products one call returns; a greater `limit` is cut to it, `page` leads on. */
export const PRODUCTS_PER_CALL_MAX = 198;
/** Characters of a title search that are used; the rest is cut. */
export const PRODUCT_SEARCH_MAX = 20;
/** Characters. */
export const PRODUCT_TITLE_MAX = 200;
export const PRODUCT_DESCRIPTION_MAX = 1000;
export const CHANGELOG_MAX = 5000;
/** Pictures and files of one product. */
export const PRODUCT_PICTURES_MAX = 12;
export const PRODUCT_FILES_MAX = 50;

/**
 * `draft`: seen by admins alone; `live`: for sale; `retired`: not for sale any more, and still there for
 * whoever bought it.
 */
export const productStates = ['draft', 'live', 'retired'] as const;
export type ProductState = (typeof productStates)[number];

/** What one buys: the files once, or a number of seats or keys. */
export const productSells = ['copy', 'seats', 'keys'] as const;
export type ProductSells = (typeof productSells)[number];

/** Where licence keys come from: made for each buyer, or taken from a list that the owner gives. */
export const productKeySources = ['none', 'generated', 'list'] as const;
export type ProductKeySource = (typeof productKeySources)[number];
/** Keys that one change adds to a list, and characters of each. */
const KEYS_ADDED_MAX = 10_000;
const KEY_MAX = 200;

/** Where everything that is for sale stands page by page: products by row ids, so many of them a page. */
export const PRODUCT_IDS_PER_PAGE = 27;
export const productsPagePath = (number: number) => `/shop/products/page/${number}`;
export const productsPageOf = (id: number) => Math.floor(id / PRODUCT_IDS_PER_PAGE) + 1;

/** Products that a product's page leads to: of its category, the nearest by when they were listed. */
export const RELATED_PRODUCTS = 4;

/** Under which names published pages record that they read a product, or which ones there are. */
export const productTag = (id: number) => `product:${id}`;
export const PRODUCTS_TAG = 'list:products';
/** What the category is called that a product is in, by the category's row id. */
export const productCategoryTag = (id: number) => `product-category:${id}`;

/** The documented sentences of the product form, and those of what goes beyond it. */
export const productMessages = {
  noPicture: 'No Image Upload',
  title: 'A product needs a title.',
  price: 'A product needs a price: a number, 0 for a free one.',
  priceDigits: 'This price has more digits than the currency, or is too high.',
  description: 'A product needs a description.',
  content: 'A product needs some content.',
  category: 'A product needs a category.',
  suggested: 'The suggested price must be a number greater than 0 and at least the minimum.',
  openMost: 'With a custom price, the minimum and the suggested price can be at most',
  noFile: 'A product needs at least one file before it can go on sale.',
} as const;

/** A picture of a product. */
const productPicture = articleImages
  .extend({ alt: z.string(), width: z.number().int(), height: z.number().int() })
  .meta({ id: 'ProductPicture' });

/** One version of a file as it can be delivered. */
export const fileVersion = z
  .object({
    _id: z.string(),
    name: z.string().describe('file name of the download'),
    version: z.string(),
    bytes: z.number().int(),
    sha256: z.string(),
    changelog: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ProductFileVersion' });
export type ProductFileVersion = z.infer<typeof fileVersion>;

/** A file that buyers get: its newest version, and for admins the older ones besides. */
const productFile = fileVersion
  .extend({ versions: z.array(fileVersion).optional().describe('newest first; admins only') })
  .meta({ id: 'ProductFile' });
export type ProductFile = z.infer<typeof productFile>;

/** How it stands with the licence keys of a product. */
const productKeys = z
  .object({
    from: z.enum(productKeySources),
    left: z.number().int().describe('number of unused keys'),
    given: z.number().int(),
    owed: z.number().int().describe('number of paid keys that are pending'),
  })
  .meta({ id: 'ProductKeys' });

/** A product as the API answers it. */
export const productResponse = z
  .object({
    _id: z.string(),
    product_id: z.string(),
    slug: z.string(),
    title: z.string(),
    price: z.number().describe('decimal, in `currency`; the minimum of a pay-what-you-want price'),
    suggestedPrice: z.number().nullable().describe('suggested price; null if the price is fixed'),
    currency: z.string(),
    description: z.string(),
    content: z.string().optional().describe('Markdown; absent in lists'),
    html: z.string().optional().describe('rendered, sanitized content; absent in lists'),
    category: z.string(),
    images: articleImages.nullable().describe('the first of `pictures`'),
    pictures: z.array(productPicture),
    files: z.array(productFile).optional().describe('included files; absent in lists'),
    soldOut: z.boolean().describe('whether its licence keys are sold out'),
    forSale: z.boolean().describe('false if no payment provider can sell it yet'),
    sample: z.boolean().describe('whether it is sample content'),
    keys: productKeys.optional().describe('admins only; absent in lists'),
    sells: z.enum(productSells),
    state: z.enum(productStates),
    sold: z.number().int(),
    version: z.number().int().describe('version, increased by every edit; value for If-Match'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Product' });
export type ProductResponse = z.infer<typeof productResponse>;

/** One line of text: what a person can read, and nothing that steers a terminal or a parser. */
const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${most} characters.`)
    .regex(/^\P{Cc}*$/u, 'Control characters cannot be used here.');
const text = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${most} characters.`)
    .regex(/^[\P{Cc}\r\n\t]*$/u, 'Control characters cannot be used here.');

const sentBack = z.unknown().optional().describe('accepted if unchanged');
const pictureWish = z
  .strictObject({
    public_id: z.string().min(1).max(200).optional(),
    id: z.string().min(1).max(200).optional().describe('alias of `public_id`'),
    url: z.string().optional(),
    secure_url: z.string().optional(),
    alt: line(ALT_MAX).optional(),
    sources: sentBack,
    preview: sentBack,
    width: sentBack,
    height: sentBack,
  })
  .refine(({ public_id, id }) => public_id !== undefined || id !== undefined, {
    message: productMessages.noPicture,
  });

/**
 * A file as it should be: `_id` names one that is there, `upload` what was uploaded for it, which makes
 * a new version, or a new file where no `_id` is given.
 */
const fileWish = z.strictObject({
  _id: z.string().max(40).optional(),
  upload: z.string().max(64).optional(),
  version: line(40).optional(),
  changelog: text(CHANGELOG_MAX).optional(),
  tell: z.boolean().optional().describe('whether buyers are notified of this upload'),
  name: sentBack,
  bytes: sentBack,
  sha256: sentBack,
  createdAt: sentBack,
  versions: sentBack,
});
export type ProductFileWish = z.output<typeof fileWish>;

/** Licence keys as they should be: `add` puts keys on the list, `forget` takes off what nobody got. */
const keysWish = z.strictObject({
  from: z.enum(productKeySources).optional(),
  add: z
    .array(line(KEY_MAX).min(1))
    .max(KEYS_ADDED_MAX, `At most ${KEYS_ADDED_MAX} keys at a time.`)
    .optional(),
  forget: z.boolean().optional(),
  left: sentBack,
  given: sentBack,
  owed: sentBack,
});
export type ProductKeysWish = z.output<typeof keysWish>;

const writable = {
  title: line(PRODUCT_TITLE_MAX).min(1, productMessages.title),
  price: z.number(productMessages.price).min(0, productMessages.price),
  suggestedPrice: z
    .number(productMessages.suggested)
    .positive(productMessages.suggested)
    .nullable()
    .describe(
      'suggested price of a pay-what-you-want product with the minimum `price`; null for a fixed price',
    ),
  description: text(PRODUCT_DESCRIPTION_MAX),
  content: z.string(),
  category: line(60),
  slug: z.string().trim().max(120),
  images: z
    .union([pictureWish, z.array(pictureWish).max(PRODUCT_PICTURES_MAX)])
    .nullable()
    .describe('one image as documented, or all images in order'),
  files: z.array(fileWish).max(PRODUCT_FILES_MAX).describe('all files, in order'),
  sells: z.enum(productSells),
  keys: keysWish,
  state: z.enum(productStates),
};

/** Documented fields that come along in product calls and are decided by the server. */
const ignored = droppedFields(
  ...(['_id', 'product_id', 'sold', 'checked', 'currency', 'createdAt', 'updatedAt'] as const),
);

/** Server-generated fields: a PUT may send them back unchanged, never with another value. */
const generated = productResponse
  .pick({ html: true, pictures: true, soldOut: true, forSale: true, sample: true })
  .partial();
export const productGenerated = generated.keyof().options;

/**
 * POST /api/products. Without a `state`, as documented, category and picture are required, and the product
 * is for sale at once where there is something to deliver; a `draft` needs a title alone.
 */
export const productCreateRequest = z
  .strictObject({
    ...z.object(writable).partial().shape,
    title: writable.title,
    price: writable.price.default(productDefaults.price),
    description: writable.description.default(productDefaults.description),
    content: writable.content.default(productDefaults.content),
    ...ignored,
  })
  .meta({ id: 'ProductCreate' });

/** PUT /api/products/{id}: whatever is present changes. */
export const productUpdateRequest = z
  .strictObject({
    ...z.object(writable).partial().shape,
    ...ignored,
    ...generated.shape,
    version: z
      .number()
      .int()
      .optional()
      .describe('version that was read, like If-Match; 409 if the product has changed since'),
  })
  .meta({ id: 'ProductUpdate' });
export type ProductUpdate = Omit<WithoutDropped<z.output<typeof productUpdateRequest>>, 'version'>;
export type ProductWish = Omit<ProductUpdate, (typeof productGenerated)[number]>;

/** Orders of the list, as documented and by their plain names. */
export const productSorts = {
  newest: 'newest',
  '-createdAt': 'newest',
  oldest: 'oldest',
  createdAt: 'oldest',
  '-sold': 'best-selling',
  'best-selling': 'best-selling',
  price: 'cheapest',
  '-price': 'dearest',
  title: 'title',
} as const;
export type ProductSort = (typeof productSorts)[keyof typeof productSorts];

/** GET /api/products. States other than `live` are answered to admins only. */
export const productListQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(PRODUCTS_PER_LOAD)
    .describe(`${PRODUCTS_PER_CALL_MAX} at most; more are cut to it`),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  sort: z
    .enum(['', ...Object.keys(productSorts)] as ['', keyof typeof productSorts])
    .default('newest')
    .transform((name): ProductSort => productSorts[name || 'newest']),
  category: z.string().max(60).optional().describe('name of the category'),
  title: z.string().optional().describe(`cut to ${PRODUCT_SEARCH_MAX} characters`),
  'title[regex]': z.string().optional().describe('literal text, like `title`'),
  state: z.enum([...productStates, 'all']).default('live'),
});
export type ProductListQuery = z.output<typeof productListQuery>;

export const productListResponse = z
  .object({
    products: z.array(productResponse),
    result: z.number().int().describe('total number of matching products'),
    page: z.number().int(),
    pages: z.number().int(),
    currency: z.string().describe('currency of all prices'),
    payment: z
      .enum(['demo', 'paypal', 'none'])
      .describe('payment provider; `demo` sells only sample products, `none` only free products'),
  })
  .meta({ id: 'ProductList' });

export const productChangeResponse = z
  .object({ msg: z.string(), product: productResponse })
  .meta({ id: 'ProductChange' });

/** DELETE: null when nothing is left of it; one that was sold is retired instead. */
export const productDeleteResponse = z
  .object({ msg: z.string(), product: productResponse.nullable() })
  .meta({ id: 'ProductDeleted' });

/** 409 of an edit: what is stored now and what was sent, so that nothing is lost. */
export const productConflictResponse = z
  .object({
    msg: z.string(),
    code: z.literal('EDIT_CONFLICT'),
    theirs: productResponse,
    yours: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'ProductConflict' });
