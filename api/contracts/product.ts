import { z } from 'zod';
import { articleImages } from './article.ts';
import { ignoredFields, line, page, pageNumbers, text, type WithoutIgnored } from './fields.ts';
import { TITLE_SEARCH_MAX } from './search-index.ts';
import { productDefaults, productFormMessages } from './shop-messages.ts';
import { ALT_MAX } from './upload.ts';

/** Products per load of the list, as documented: the calls ask for 9, 18, 27 … */
export const PRODUCTS_PER_LOAD = 9;
/** Largest number of products in one response; a higher `limit` is reduced, and `page` returns further ones. */
export const PRODUCTS_PER_CALL_MAX = 198;
/** Characters. */
const PRODUCT_TITLE_MAX = 200;
const PRODUCT_DESCRIPTION_MAX = 1000;
const CHANGELOG_MAX = 5000;
/** Limits for the images and files of one product. */
const PRODUCT_IMAGES_MAX = 12;
export const PRODUCT_FILES_MAX = 50;

/**
 * State of a product. `draft`: only visible to admins; `live`: for sale; `retired`: no longer for sale, but still
 * available to its buyers.
 */
export const productStates = ['draft', 'live', 'retired'] as const;
export type ProductState = (typeof productStates)[number];

/** Licence type: a single copy of the files, or a number of seats or licence keys. */
export const licenceTypes = ['copy', 'seats', 'keys'] as const;
export type LicenceType = (typeof licenceTypes)[number];

/** Source of licence keys: generated for each buyer, or taken from a list of the owner. */
const productKeySources = ['none', 'generated', 'list'] as const;
export type ProductKeySource = (typeof productKeySources)[number];
/** Largest number of keys that one change adds, and characters of each. */
const KEYS_ADDED_MAX = 10_000;
const KEY_MAX = 200;

/** Path of the numbered pages of all products for sale, and their number of row ids per page. */
export const PRODUCT_IDS_PER_PAGE = 27;
export const productsPagePath = (number: number) => `/shop/products/page/${number}`;
export const productsPageOf = (id: number) => Math.floor(id / PRODUCT_IDS_PER_PAGE) + 1;

/** Number of related products of a product page: those of its category with the nearest listing times. */
export const RELATED_PRODUCTS = 4;

/** Dependency tags of pages that read a product or the list of products. */
export const productTag = (id: number) => `product:${id}`;
export const PRODUCTS_TAG = 'list:products';
/** Returns the dependency tag for the name of a category, by its row id. */
export const productCategoryTag = (id: number) => `product-category:${id}`;

/** Messages of the product form; several are documented. */
export const productMessages = {
  ...productFormMessages,
  noImage: 'No Image Upload',
  priceDigits: 'This price has more digits than the currency, or is too high.',
  description: 'A product needs a description.',
  content: 'A product needs some content.',
  category: 'A product needs a category.',
  customAmountMax: 'With a custom price, the minimum and the suggested price can be at most',
  noFile: 'A product needs at least one file before it can go on sale.',
} as const;

const productImage = articleImages
  .extend({ alt: z.string(), width: z.int(), height: z.int() })
  .meta({ id: 'ProductImage' });

export const fileVersion = z
  .object({
    _id: z.string(),
    name: z.string().describe('file name of the download'),
    version: z.string(),
    bytes: z.int(),
    sha256: z.string(),
    changelog: z.string(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'ProductFileVersion' });
export type ProductFileVersion = z.infer<typeof fileVersion>;

/** A file for buyers: its newest version, and the older versions for admins. */
const productFile = fileVersion
  .extend({ versions: z.array(fileVersion).optional().describe('newest first; admins only') })
  .meta({ id: 'ProductFile' });
export type ProductFile = z.infer<typeof productFile>;

/** Numbers of licence keys of a product. */
const productKeys = z
  .object({
    from: z.enum(productKeySources),
    left: z.int().describe('number of unused keys'),
    assigned: z.int(),
    pending: z.int().describe('number of paid keys that are pending'),
  })
  .meta({ id: 'ProductKeys' });

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
    images: articleImages.nullable().describe('the first of `gallery`'),
    gallery: z.array(productImage),
    files: z.array(productFile).optional().describe('included files; absent in lists'),
    soldOut: z.boolean().describe('whether its licence keys are sold out'),
    forSale: z.boolean().describe('false if no payment provider can sell it yet'),
    sample: z.boolean().describe('whether it is sample content'),
    keys: productKeys.optional().describe('admins only; absent in lists'),
    licenceType: z.enum(licenceTypes),
    state: z.enum(productStates),
    sold: z.int(),
    version: z.int().describe('version, increased by every edit; value for If-Match'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'Product' });
export type ProductResponse = z.infer<typeof productResponse>;

const unchangedField = z.unknown().optional().describe('accepted if unchanged');
const imageInput = z
  .strictObject({
    public_id: z.string().min(1).max(200).optional(),
    id: z.string().min(1).max(200).optional().describe('alias of `public_id`'),
    url: z.string().optional(),
    secure_url: z.string().optional(),
    alt: line(ALT_MAX).optional(),
    sources: unchangedField,
    preview: unchangedField,
    width: unchangedField,
    height: unchangedField,
  })
  .refine(({ public_id, id }) => public_id !== undefined || id !== undefined, {
    message: productMessages.noImage,
  });

/**
 * A file in a request. `_id` is an existing file, `upload` the id of an upload, which becomes a new version of this
 * file, or a new file without `_id`.
 */
const fileInput = z.strictObject({
  _id: z.string().max(40).optional(),
  upload: z.string().max(64).optional(),
  version: line(40).optional(),
  changelog: text(CHANGELOG_MAX).optional(),
  notify: z.boolean().optional().describe('whether buyers are notified of this upload'),
  name: unchangedField,
  bytes: unchangedField,
  sha256: unchangedField,
  createdAt: unchangedField,
  versions: unchangedField,
});
export type ProductFileInput = z.output<typeof fileInput>;

/** Change of the licence keys: `add` adds keys to the list, `removeUnused` removes unused keys. */
const keysInput = z.strictObject({
  from: z.enum(productKeySources).optional(),
  add: z
    .array(line(KEY_MAX).min(1))
    .max(KEYS_ADDED_MAX, `At most ${KEYS_ADDED_MAX} keys at a time.`)
    .optional(),
  removeUnused: z.boolean().optional(),
  left: unchangedField,
  assigned: unchangedField,
  pending: unchangedField,
});
export type ProductKeysInput = z.output<typeof keysInput>;

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
    .union([imageInput, z.array(imageInput).max(PRODUCT_IMAGES_MAX)])
    .nullable()
    .describe('one image as documented, or all images in order'),
  files: z.array(fileInput).max(PRODUCT_FILES_MAX).describe('all files, in order'),
  licenceType: z.enum(licenceTypes),
  keys: keysInput,
  state: z.enum(productStates),
};

/** Documented fields of product requests that only the server sets. */
const ignored = ignoredFields(
  '_id',
  'product_id',
  'sold',
  'checked',
  'currency',
  'createdAt',
  'updatedAt',
);

/** Server-generated fields: a PUT may send them back unchanged, never with another value. */
const generated = productResponse
  .pick({ html: true, gallery: true, soldOut: true, forSale: true, sample: true })
  .partial();
export const productGenerated = generated.keyof().options;

/**
 * POST /api/products. Without a `state`, as documented, category and image are required, and the product is for
 * sale at once if it has files or keys. A `draft` requires only a title.
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

/** PUT /api/products/{id}: changes the given fields. */
export const productUpdateRequest = z
  .strictObject({
    ...z.object(writable).partial().shape,
    ...ignored,
    ...generated.shape,
    version: z
      .int()
      .optional()
      .describe('version that was read, like If-Match; 409 if the product has changed since'),
  })
  .meta({ id: 'ProductUpdate' });
export type ProductUpdate = Omit<WithoutIgnored<z.output<typeof productUpdateRequest>>, 'version'>;
export type ProductInput = Omit<ProductUpdate, (typeof productGenerated)[number]>;

/** Orders of the list, with their documented and their own names. */
const productSorts = {
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

/** GET /api/products. Only admins may request states other than `live`. */
export const productListQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(PRODUCTS_PER_LOAD)
    .describe(`${PRODUCTS_PER_CALL_MAX} at most; more are cut to it`),
  page,
  sort: z
    .enum(['', ...Object.keys(productSorts)] as ['', keyof typeof productSorts])
    .default('newest')
    .transform((name): ProductSort => productSorts[name || 'newest']),
  category: z.string().max(60).optional().describe('name of the category'),
  title: z.string().optional().describe(`cut to ${TITLE_SEARCH_MAX} characters`),
  'title[regex]': z.string().optional().describe('literal text, like `title`'),
  state: z.enum([...productStates, 'all']).default('live'),
});
export type ProductListQuery = z.output<typeof productListQuery>;

export const productListResponse = z
  .object({
    products: z.array(productResponse),
    result: z.int().describe('total number of matching products'),
    ...pageNumbers,
    currency: z.string().describe('currency of all prices'),
    payment: z
      .enum(['demo', 'paypal', 'none'])
      .describe('payment provider; `demo` sells only sample products, `none` only free products'),
  })
  .meta({ id: 'ProductList' });

export const productChangeResponse = z
  .object({ msg: z.string(), product: productResponse })
  .meta({ id: 'ProductChange' });

/** Response to DELETE: null, or the product if it was sold and is therefore retired instead. */
export const productDeleteResponse = z
  .object({ msg: z.string(), product: productResponse.nullable() })
  .meta({ id: 'ProductDeleted' });

/** 409 response to an edit, with the stored and the sent fields, so that no text is lost. */
export const productConflictResponse = z
  .object({
    msg: z.string(),
    code: z.literal('EDIT_CONFLICT'),
    theirs: productResponse,
    yours: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'ProductConflict' });

/** Characters of a category's name. */
const CATEGORY_NAME_MAX = 60;

/** A category of products with its number of products in all states. */
const categoryResponse = z
  .object({ _id: z.string(), name: z.string(), products: z.int() })
  .meta({ id: 'Category' });
export type CategoryResponse = z.infer<typeof categoryResponse>;

/** GET /api/category: categories of products by name. */
export const categoryListResponse = z
  .object({ categories: z.array(categoryResponse) })
  .meta({ id: 'CategoryList' });

const name = line(CATEGORY_NAME_MAX, 'A category needs a name.');

/** POST /api/category, and PUT /api/category/{id} */
export const categoryRequest = z.strictObject({ name }).meta({ id: 'CategoryChange' });

export const categoryChangeResponse = z
  .object({ msg: z.string(), category: categoryResponse })
  .meta({ id: 'CategoryChanged' });

/** DELETE /api/category/{id}. If the category has products, the request names another one for them. */
export const categoryDeleteQuery = z.strictObject({
  into: z.string().max(40).optional().describe('_id of the category its products move to'),
});
