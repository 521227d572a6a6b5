import type { ThemeRegistration } from 'shiki/core';

// Classes of tokens with their TextMate scopes; the longest matching selector wins. highlight.css has the
// colours of both themes.
const SCOPES: ReadonlyArray<readonly [name: string, scopes: readonly string[]]> = [
  ['comment', ['comment', 'punctuation.definition.comment']],
  ['punctuation', ['punctuation', 'meta.brace', 'keyword.operator.accessor']],
  ['string', ['string', 'punctuation.definition.string', 'markup.inline.raw', 'markup.raw']],
  ['escape', ['constant.character.escape', 'constant.other.placeholder']],
  ['regexp', ['string.regexp', 'punctuation.definition.string.regexp']],
  ['number', ['constant.numeric', 'keyword.other.unit']],
  ['constant', ['constant', 'support.constant', 'variable.other.constant', 'variable.language']],
  [
    'keyword',
    [
      'keyword',
      'storage',
      'punctuation.definition.keyword',
      'punctuation.definition.template-expression',
      'punctuation.section.embedded',
      'keyword.operator.new',
      'keyword.operator.expression',
      'keyword.operator.logical.python',
      'keyword.operator.word',
      'entity.name.function.preprocessor',
    ],
  ],
  ['operator', ['keyword.operator']],
  [
    'function',
    [
      'entity.name.function',
      'support.function',
      'meta.function-call.generic',
      'entity.name.command',
    ],
  ],
  [
    'type',
    [
      'entity.name.type',
      'entity.name.class',
      'entity.name.namespace',
      'entity.other.inherited-class',
      'support.type',
      'support.class',
      'storage.type.java',
      'storage.type.generic',
    ],
  ],
  ['tag', ['entity.name.tag', 'punctuation.definition.tag']],
  ['attribute', ['entity.other.attribute-name', 'punctuation.definition.entity']],
  [
    'property',
    [
      'variable.other.property',
      'variable.other.object.property',
      'support.type.property-name',
      'support.variable.property',
      'meta.object-literal.key',
      'entity.name.tag.yaml',
      'keyword.other.definition.ini',
    ],
  ],
  ['parameter', ['variable.parameter']],
  ['heading', ['markup.heading', 'entity.name.section', 'meta.diff.header', 'meta.diff.range']],
  ['link', ['markup.underline.link', 'string.other.link']],
  ['strong', ['markup.bold']],
  ['emphasis', ['markup.italic']],
  ['inserted', ['markup.inserted', 'punctuation.definition.inserted']],
  ['deleted', ['markup.deleted', 'punctuation.definition.deleted']],
];

// The highlighter returns only colours, so each class is encoded as a unique colour.
function colour(index: number): string {
  return `#${(index + 1).toString(16).padStart(6, '0')}`;
}

/** Classes of tokens: `tok-comment`, `tok-keyword`… */
export const TOKEN_CLASSES: readonly string[] = SCOPES.map(([name]) => `tok-${name}`);

/** Theme whose colours encode classes, which `tokenClass` decodes. */
export const CLASS_THEME: ThemeRegistration = {
  name: 'token-classes',
  type: 'light',
  colors: { 'editor.foreground': '#000000', 'editor.background': '#ffffff' },
  settings: [
    { settings: { foreground: '#000000', background: '#ffffff' } },
    ...SCOPES.map(([, scope], index) => ({
      scope: [...scope],
      settings: { foreground: colour(index) },
    })),
  ],
};

const CLASS_OF_COLOUR = new Map(
  TOKEN_CLASSES.map((name, index): [string, string] => [colour(index), name]),
);

/** Returns the class of a colour in CLASS_THEME, or undefined for plain text. */
export function tokenClass(colour: string | undefined): string | undefined {
  return CLASS_OF_COLOUR.get(colour?.toLowerCase() ?? '');
}
