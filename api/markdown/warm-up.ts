import type { MarkdownRenderer } from './render.ts';

const ROUNDS = 8;
const PARAGRAPHS = 30;

const TYPESCRIPT = `import { type Shape, area } from './shape.ts';

/** Doc. */
export interface Options<Item extends object = {}> { limit?: number; items: readonly Item[] }
type Result = { kind: 'ok'; value: string } | { kind: 'failed'; code: number };
abstract class Store<Item> extends Map<string, Item> implements Shape {
  #count = 0;
  static readonly NAME = 'store';
  constructor(private_: string) { super(); this.#count = private_.length ?? 1; }
  async read({ limit = 10 }: Options, ...rest: unknown[]): Promise<Result | undefined> {
    for (const [key, value] of this.entries()) {
      if (key !== '' && !rest.includes(value)) return { kind: 'ok', value: \`\${key}: \${limit}\` };
    }
    try { await fetch(new URL('/api', import.meta.url)); } catch (error) { throw error as Error; }
    return rest.map((one) => one satisfies unknown).filter(Boolean).length > 0 ? undefined : area(1e3);
  }
}
function isShape(value: unknown): value is Shape { return typeof value === 'object' && /x+/g.test('x'); }
switch (Number(process.env['X'])) { case 1: break; default: console.log(null, true, 0x1f); }`;

// Samples in the languages of most articles with all constructs. They load grammars, and the engine
// compiles the hot paths, before the first text is rendered.
const SAMPLES: ReadonlyArray<readonly [language: string, code: string]> = [
  ['ts', TYPESCRIPT],
  ['tsx', 'export function Hello({ name }: Props) {\n  return <p className="a">{name}</p>;\n}'],
  ['js', "import { a } from 'b';\nfor (const x of a) console.log(/[a-z]+/.test(x), null);"],
  ['json', '{ "name": "site", "count": 3, "open": [true, null] }'],
  ['bash', 'npm install --save-exact "$NAME" && cd ~/site # start'],
  ['html', '<!doctype html>\n<p class="a" style="color:red">Hi <b>you</b> &amp; me</p>'],
  ['css', '.card:hover > a { color: var(--accent, #fff); margin: 0 1.5rem; }'],
  ['python', 'def area(r: float) -> float:\n    """Circle."""\n    return 3.14 * r ** 2'],
  ['sql', "SELECT id, title FROM article WHERE slug = 'x' ORDER BY id DESC LIMIT 10;"],
  ['yaml', 'name: site\non: [push]\njobs:\n  test: { runs-on: "debian" }'],
  ['diff', '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new'],
];

function sample(round: number): string {
  // The number makes each round different, so that the cache does not skip the work.
  const code = SAMPLES.map(([language, text]) => `\`\`\`${language}\n${text}\n${round}\n\`\`\``);
  const prose = Array.from(
    { length: PARAGRAPHS },
    (_, index) => `Round ${round}, **paragraph** ${index}: [a link](https://example.com/${index}),
\`code\`, *emphasis*, a note[^1] and <kbd>Ctrl</kbd>. It goes on for a while & ends.

## Part ${round}.${index}

- one
- [x] two

> quoted

| a | b |
|---|:-:|
| 1 | 2 |`,
  );
  return `${prose.join('\n\n')}\n\n${code.join('\n\n')}\n\n[^1]: Said in round ${round}.\n`;
}

/** Renders samples so that the first text of a new renderer is as fast as later ones. */
export async function warmUp(renderer: MarkdownRenderer): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) await renderer.render(sample(round));
}

export async function warmUpComments(renderer: MarkdownRenderer): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await renderer.render(
      `Round ${round} of **it**, with *emphasis* and \`code\`:\nhttps://example.com/${round}\n\n- one\n\n> quoted\n\n\`\`\`ts\nlet ${'a'.repeat(round + 1)};\n\`\`\``,
    );
  }
}
