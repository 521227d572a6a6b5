import { createRandom, type Random } from './random.ts';

const nouns = (
  'request response worker thread queue lease transaction index column cache buffer stream socket ' +
  'page article reader editor browser server process folder file rename journal checkpoint lock ' +
  'clock schedule token cookie session header policy parser tree node engine render release'
).split(' ');
const verbs = (
  'reads writes holds renews drops waits for copies measures replaces checks hands over forgets ' +
  'keeps splits sorts compresses returns refuses follows'
).split(' ');
const qualities = (
  'small quiet late stale fresh whole half-written durable idle shared hot cold numbered nested ' +
  'bounded ordered random signed empty surprising'
).split(' ');

function sentence(random: Random): string {
  const subject = `the ${random.pick(qualities)} ${random.pick(nouns)}`;
  const clauses = Array.from({ length: 1 + random.below(3) }, () => {
    const object = `the ${random.pick(qualities)} ${random.pick(nouns)}`;
    const format = random.below(6);
    if (format === 0)
      return `${random.pick(verbs)} \`${random.pick(nouns)}.${random.pick(nouns)}\``;
    if (format === 1) return `${random.pick(verbs)} **${object}**`;
    if (format === 2)
      return `${random.pick(verbs)} [${object}](https://example.org/${random.pick(nouns)})`;
    return `${random.pick(verbs)} ${object}`;
  });
  const text = `${subject} ${clauses.join(', and then ')} after ${random.below(900)} ms.`;
  return text[0]?.toUpperCase() + text.slice(1);
}

const paragraph = (random: Random) =>
  Array.from({ length: 4 + random.below(4) }, () => sentence(random)).join(' ');

function typescript(random: Random): string {
  const [one, two, three] = [random.pick(nouns), random.pick(nouns), random.pick(nouns)];
  const limit = random.below(5000);
  return `\`\`\`ts title="${one}-${two}.ts"
import { readFile } from 'node:fs/promises';

export interface ${one}Options {
  /** Milliseconds. */
  limit: number;
  ${two}: string | null;
}

// Waits for the ${two}, but never longer than the limit.
export async function ${one}Of({ limit = ${limit}, ${two} }: ${one}Options): Promise<string[]> {
  const ${three} = await readFile(\`./\${${two} ?? '${three}'}.txt\`, 'utf8');
  if (${three}.length > limit) throw new RangeError('too much ${three}: ' + ${three}.length);
  return ${three}.split('\\n').filter((line) => !/^\\s*#/.test(line)).slice(0, ${limit % 97});
}
\`\`\``;
}

function sql(random: Random): string {
  const [one, two] = [random.pick(nouns), random.pick(nouns)];
  return `\`\`\`sql
SELECT ${one}.id, count(*) AS total, max(${two}.created_at) AS newest
FROM ${one} JOIN ${two} ON ${two}.${one}_id = ${one}.id
WHERE ${two}.state = 'live' AND ${two}.size > ${random.below(10_000)}
GROUP BY ${one}.id ORDER BY newest DESC LIMIT ${1 + random.below(50)};
\`\`\``;
}

const shell = (random: Random) => `\`\`\`bash
for name in ${random.pick(nouns)} ${random.pick(nouns)}; do
  curl -s --max-time ${random.below(60)} "http://localhost:3000/$name" | wc -c >> sizes.txt
done
\`\`\``;

function table(random: Random): string {
  const rows = Array.from(
    { length: 5 },
    () => `| ${random.pick(nouns)} | ${random.below(1000)} ms | ${sentence(random)} |`,
  );
  return ['| part | time | what it does |', '|---|---:|---|', ...rows].join('\n');
}

const list = (random: Random) =>
  Array.from({ length: 5 }, () => `- ${sentence(random)}`).join('\n');

function section(random: Random): string {
  const heading = `## How the ${random.pick(qualities)} ${random.pick(nouns)} ${random.pick(verbs)} ${random.below(99)} of them`;
  const block = random.pick([typescript, sql, shell, list, table]);
  return [heading, paragraph(random), block(random), paragraph(random)].join('\n\n');
}

/** Returns random sentences in the shape of an article: about 24 KB as HTML, with code. */
export function sampleMarkdown(seed: number, sections = 5): string {
  const random = createRandom(seed);
  const fixed = [paragraph(random), typescript(random), paragraph(random), sql(random)];
  const rest = Array.from({ length: sections }, () => section(random));
  return [...fixed, ...rest, `That was [^1].\n\n[^1]: ${sentence(random)}`].join('\n\n');
}

/** Returns a text of about `words` words, for the editor's preview. */
export function sampleOfWords(seed: number, words: number): string {
  const random = createRandom(seed);
  const parts = [typescript(random)];
  let total = 0;
  while (total < words) {
    const next = parts.length % 6 === 0 ? section(random) : paragraph(random);
    total += next.split(/\s+/).length;
    parts.push(next);
  }
  return parts.join('\n\n');
}
