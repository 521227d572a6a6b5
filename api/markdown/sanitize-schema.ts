import type { Schema } from 'hast-util-sanitize';
import { TOKEN_CLASSES } from './highlighter.ts';

/** Rules for a text; comments support only paragraphs, lists, quotes, emphasis, code and links. */
export type MarkdownRules = 'article' | 'comment';

/** Prefix of all ids, so that they cannot shadow properties of `document` or `window`, or ids of the page. */
export const ID_PREFIX = 's-';

/** Kinds of callouts, as in `> [!NOTE]`. */
export const CALLOUT_KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const;

const ALIGN: [string, ...string[]] = ['align', 'left', 'right', 'center', 'justify'];
const NUMBER = /^\d{1,9}$/;
const SPAN: [string, RegExp] = ['colSpan', /^\d{1,3}$/];

const ELEMENTS = `a abbr b bdi bdo blockquote br caption cite code col colgroup dd del details dfn
  div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i img input ins kbd li mark ol p pre q rp rt
  ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time
  tr tt u ul var wbr`.split(/\s+/);

/** Elements that a text may contain; other tags are removed. */
export const ALLOWED_ELEMENTS: ReadonlySet<string> = new Set(ELEMENTS);

/**
 * Allow-list of the sanitiser, based on GitHub's: no styles, targets, classes of other sources, or form fields except
 * disabled checkboxes. Adds ID_PREFIX to ids.
 */
export const SANITIZE_SCHEMA: Schema = {
  tagNames: ELEMENTS,
  attributes: {
    '*': ['id', 'title', 'lang', ['dir', 'ltr', 'rtl', 'auto'], ALIGN],
    a: [
      'href',
      'ariaLabel',
      ['rel', 'noopener', 'noreferrer'],
      ['className', 'heading-anchor', 'footnote-reference', 'footnote-back', 'image-link'],
    ],
    blockquote: ['cite'],
    del: ['cite', 'dateTime'],
    details: ['open'],
    div: [
      ['className', 'callout', ...CALLOUT_KINDS.map((kind) => `callout-${kind}`), 'table-scroll'],
      ['role', 'note', 'group'],
      ['tabIndex', 0],
      'ariaLabel',
    ],
    figcaption: [['className', 'code-caption']],
    figure: [['className', 'code', 'image']],
    img: [
      'src',
      'alt',
      ['width', NUMBER],
      ['height', NUMBER],
      ['loading', 'lazy', 'eager'],
      ['decoding', 'async'],
    ],
    input: [['type', 'checkbox'], ['disabled', true], 'checked', 'ariaLabel'],
    ins: ['cite', 'dateTime'],
    li: [
      ['className', 'task-list-item'],
      ['value', NUMBER],
    ],
    ol: [['start', NUMBER], 'reversed', ['type', '1', 'a', 'A', 'i', 'I']],
    p: [['className', 'callout-title']],
    pre: [
      ['className', 'code-body'],
      ['tabIndex', 0],
    ],
    q: ['cite'],
    span: [
      [
        'className',
        'code-title',
        'code-language',
        'line',
        'line-marked',
        'line-inserted',
        'line-deleted',
        ...TOKEN_CLASSES,
      ],
    ],
    td: [SPAN, ['rowSpan', /^\d{1,3}$/], ['vAlign', 'top', 'middle', 'bottom', 'baseline']],
    th: [SPAN, ['rowSpan', /^\d{1,3}$/], ['scope', 'row', 'col', 'rowgroup', 'colgroup']],
    time: ['dateTime'],
  },
  protocols: { cite: ['http', 'https'], href: ['http', 'https', 'mailto'], src: [] },
  required: { input: { disabled: true, type: 'checkbox', ariaLabel: 'Task' } },
  clobber: ['id'],
  clobberPrefix: ID_PREFIX,
  strip: ['script', 'style'],
  // The parser drops table parts outside of tables, and a list item without a list is harmless.
  ancestors: {},
  allowComments: false,
  allowDoctypes: false,
};

/** Allow-list for comments: no classes, ids, images, headings or tables. */
export const COMMENT_SCHEMA: Schema = {
  ...SANITIZE_SCHEMA,
  tagNames: 'a blockquote br code del em li ol p pre strong ul'.split(' '),
  attributes: {
    a: ['href', ['rel', 'ugc', 'nofollow', 'noopener']],
    ol: [['start', NUMBER]],
    pre: [['tabIndex', 0]],
  },
  required: {},
};
