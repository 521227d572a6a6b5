import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const command = path.resolve('api/commands/check-words.ts');
const glossary = `# Glossary

| \`cart\` | not a retired word |

## Retired names

| retired | say | exceptions |
|---|---|---|
| \`till\` | payments | \`tillNumber\` |
| \`open price\` | custom amount | |
| \`code host\` | OAuth | \`CODE_HOST_URL\` |
| \`helper\` | AI helper | \`AI helper\` |

## Retired words

| retired | say | exceptions |
|---|---|---|
| \`bag\` | cart | \`Your Bag\` |
| \`any more\` | no longer | |
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'words-'));
  for (const name of ['api', 'site', 'docs', 'content/pages']) {
    mkdirSync(path.join(folder, name), { recursive: true });
  }
  writeFileSync(path.join(folder, 'docs/glossary.md'), glossary);
});
afterEach(() => rmSync(folder, { recursive: true }));

function check(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const { status, stdout } = spawnSync('node', [command], { cwd: folder, encoding: 'utf8' });
  return { status, stdout };
}

it('accepts exceptions, other identifiers, keys, class names and code in comments', () => {
  const { status, stdout } = check({
    'api/a.ts': "// See `bag`.\nexport const bag = ['bag', '/api/bag/lines', 'Your Bag'];\n",
    'site/b.astro': '---\nconst bag = 1;\n---\n<p class="bag">Your cart</p>\n',
    'content/pages/c.md': 'Your cart is [here](/cart).\n',
  });
  expect([status, stdout]).toEqual([0, '3 files, 0 retired words\n']);
});

it('reports the place of each retired word in all kinds of files', () => {
  const { status, stdout } = check({
    'api/a.ts': '\nexport const text = `It is not in your bag.`;\n',
    'site/b.astro': '---\nconst text = "Not any more.";\n---\n<p\n>Your BAG</p>\n<p>a bag</p>\n',
    'site/c.tsx': 'export const C = () => <p title="A bag">Not any\n  more</p>;\n',
    'site/c.test.ts': "it('has a bag', () => {});\n",
    'content/pages/d.md': '# Help\n\nNot any more.\n',
  });
  expect(status).toBe(1);
  const places = stdout.split('\n').map((line) => line.split("' in")[0]);
  expect(places.slice(0, -2).toSorted()).toEqual([
    "api/a.ts:2: 'bag",
    "content/pages/d.md:3: 'any more",
    "site/b.astro:2: 'any more",
    "site/b.astro:5: 'bag",
    "site/b.astro:6: 'bag",
    "site/c.test.ts:1: 'bag",
    "site/c.tsx:1: 'any more",
    "site/c.tsx:1: 'bag",
  ]);
  expect(stdout).toMatch(/^5 files, 8 retired words$/m);
});

it('reports retired words in docs, and in comments of all code', () => {
  const { status, stdout } = check({
    '.env.example': '# Not any\n# more.\nPORT=1\n',
    'README.md': 'See `bag` and [the cart](docs/bag.md).\n\nThe bag.\n',
    'docs/a.md': '# The bag\n',
    'api/README.md': 'Not any\nmore.\n',
    'api/b.test.ts': "/**\n * Not any\n * more.\n */\n// A bag.\nconst bag = 'bag';\n",
    'site/c.astro': '<p>{\n/* A bag. */}</p>\n',
    'site/d.css': '/* A bag. */\n.bag {\n}\n',
  });
  expect(status).toBe(1);
  const places = stdout.split('\n').map((line) => line.split("' in")[0]);
  expect(places.slice(0, -2).toSorted()).toEqual([
    ".env.example:1: 'any more",
    "README.md:3: 'bag",
    "api/README.md:1: 'any more",
    "api/b.test.ts:2: 'any more",
    "api/b.test.ts:5: 'bag",
    "docs/a.md:1: 'bag",
    "site/c.astro:2: 'bag",
    "site/d.css:1: 'bag",
  ]);
});

it('reports retired names of files and CSS classes, and of identifiers in code and tests', () => {
  const { status, stdout } = check({
    'api/open-till.ts': 'export const tillNumber = 1;\nexport const until = 2;\n',
    'api/a.test.ts': "const TILLS_MAX = 2;\nit('opens a till', () => expect(TILLS_MAX).toBe(2));\n",
    'site/b.astro': '---\nconst openTill = 1;\n---\n<p class="till">{openTill}</p>\n',
    'site/c.tsx': 'export const C = () => <till>1</till>;\n',
    'site/d.css': '/* .till */\n.cart__till--open .tiller,\n.cart__till--open {\n}\n',
    'site/d.ts':
      'const OPEN_PRICES_MAX = 1;\nexport const openPrice = 2, price = 3, openedPrice = 4;\n',
  });
  expect(status).toBe(1);
  expect(stdout.split('\n').slice(0, -2).toSorted()).toEqual([
    "api/a.test.ts: 'till' in the name TILLS_MAX; say payments",
    "api/open-till.ts: 'till' in the name open-till.ts; say payments",
    "site/b.astro: 'till' in the name openTill; say payments",
    "site/d.css: 'till' in the name cart__till--open; say payments",
    "site/d.ts: 'open price' in the name OPEN_PRICES_MAX; say custom amount",
    "site/d.ts: 'open price' in the name openPrice; say custom amount",
  ]);
});

it('reports retired names of several words', () => {
  const { status, stdout } = check({
    'api/code-host.ts': 'export const { CODE_HOST_URL, CODE_HOST_NAME } = process.env;\n',
    'api/a.ts': 'export const [codeHosts, barcodeHost, codeHosting, hostCode] = [1, 2, 3, 4];\n',
  });
  expect(status).toBe(1);
  expect(stdout.split('\n').slice(0, -2).toSorted()).toEqual([
    "api/a.ts: 'code host' in the name codeHosts; say OAuth",
    "api/code-host.ts: 'code host' in the name CODE_HOST_NAME; say OAuth",
    "api/code-host.ts: 'code host' in the name code-host.ts; say OAuth",
  ]);
});

it('allows exceptions of several words within names', () => {
  const { status, stdout } = check({
    'api/ai-helper.ts': 'export const AI_HELPER_MAX = 1;\nexport const useAiHelper = 2;\n',
    'site/a.ts': 'export const aiHelpers = 1;\nexport const aiHelperOfHelper = 2;\n',
  });
  expect(status).toBe(1);
  expect(stdout.split('\n').slice(0, -2).toSorted()).toEqual([
    "site/a.ts: 'helper' in the name aiHelperOfHelper; say AI helper",
    "site/a.ts: 'helper' in the name aiHelpers; say AI helper",
  ]);
});
