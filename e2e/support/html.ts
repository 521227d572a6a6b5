import path from 'node:path';
import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate';
import ts from 'typescript';
import type { ReleasePage } from './release.ts';

/** All rule sets of html-validate for documents, with the exceptions below. */
const rules: ConfigData = {
  extends: [
    'html-validate:recommended',
    'html-validate:document',
    'html-validate:a11y',
    'html-validate:browser',
  ],
  elements: [
    'html5',
    {
      // VoiceOver reads a list without bullets as a list only if it has the role `list`.
      ul: { inherit: 'ul', aria: { implicitRole: 'no-role-of-its-own' } },
      ol: { inherit: 'ol', aria: { implicitRole: 'no-role-of-its-own' } },
    },
  ],
  rules: {
    // Serializers write these differently with the same meaning; React writes attributes in camel case.
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-trailing-whitespace': 'off',
    // A listbox of results is controlled by a text field that keeps the focus.
    'prefer-native-element': ['error', { exclude: ['listbox'] }],
    // Files of the same origin need no integrity attribute.
    'require-sri': ['error', { target: 'crossorigin' }],
    // HTML allows every character except white space.
    'valid-id': ['error', { relaxed: true }],
  },
};

/** Removes the content of templates, which scripts complete. */
const withoutTemplates = (html: string) =>
  html.replaceAll(/<template[^>]*>.*?<\/template>/gs, '<template></template>');

/** Returns HTML errors of pages. An error that repeats is reported once, with its first place. */
export async function validateHtml(pages: { path: string; html: string }[]): Promise<string[]> {
  const validator = new HtmlValidate(new StaticConfigLoader(rules));
  const errors = new Map<string, string>();
  for (const { path, html } of pages) {
    const { results } = await validator.validateString(withoutTemplates(html));
    for (const { ruleId, message, selector } of results.flatMap((result) => result.messages)) {
      const error = `${ruleId}: ${message}`;
      if (!errors.has(error)) errors.set(error, `${path} at ${selector}`);
    }
  }
  return [...errors].map(([error, place]) => `${error}, ${place}`);
}

/** A block of structured data of a page. */
export interface DataBlock {
  page: string;
  data: Record<string, unknown> & { '@type': string };
}

/** Returns all blocks of structured data. Throws an error with the page if a block is invalid JSON. */
export function dataBlocksOf(pages: ReleasePage[]): DataBlock[] {
  const script = /<script type="application\/ld\+json">(.*?)<\/script>/gs;
  return pages.flatMap(({ path: page, html }) =>
    [...html.matchAll(script)].map(([, json = '']) => {
      try {
        return { page, data: JSON.parse(json) };
      } catch (error) {
        throw new Error(`${page} has structured data that is no JSON`, { cause: error });
      }
    }),
  );
}

/**
 * Returns the shape that the compiler distinguishes: all texts and all numbers are equal, except single words
 * and URLs of schema.org, which can be names of the vocabulary.
 */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'number') return 0;
  if (typeof value === 'string')
    return /^(@?\w+|https?:\/\/schema\.org.*)$/.test(value) ? value : ' ';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}

/** Removes values with the same shape as an earlier value. */
function distinctByShape<T>(values: T[]): T[] {
  const byShape = new Map<string, T>();
  for (const value of values) {
    const shape = JSON.stringify(shapeOf(value));
    if (!byShape.has(shape)) byShape.set(shape, value);
  }
  return [...byShape.values()];
}

/** Returns a block whose lists contain one entry of each shape. */
const withDistinctEntries = ({ page, data }: DataBlock): DataBlock => ({
  page,
  data: JSON.parse(JSON.stringify(data), (_, part) =>
    Array.isArray(part) ? distinctByShape(part) : part,
  ),
});

/**
 * Returns deviations from the vocabulary of schema.org: unknown types, unknown properties, values of the wrong
 * kind. The TypeScript compiler checks the blocks as code against the types of schema-dts. It checks one block
 * of each shape, because each takes long.
 */
export function findVocabularyErrors(allBlocks: DataBlock[]): string[] {
  const byData = new Map(allBlocks.map(withDistinctEntries).map((block) => [block.data, block]));
  const blocks = distinctByShape([...byData.keys()]).flatMap((data) => byData.get(data) ?? []);
  const lines = blocks.map(({ data }, index) => {
    const type = `schema.WithContext<schema.${data['@type']}>`;
    return `export const block${index}: ${type} = ${JSON.stringify(data)};`;
  });
  const file = path.join(import.meta.dirname, 'structured-data-blocks.ts');
  const text = [`import type * as schema from 'schema-dts';`, ...lines].join('\n');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    lib: ['lib.es2024.d.ts'],
    types: [],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, version, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, version)
      : getSourceFile.call(host, name, version, ...rest);
  return ts.getPreEmitDiagnostics(ts.createProgram([file], options, host)).map((diagnostic) => {
    const message = ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n');
    const line = diagnostic.file?.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line ?? 0;
    return `${blocks[line - 1]?.page ?? 'nowhere'}: ${message}`;
  });
}
