/** `make bench` measures publishing and serving. `node bench/run.ts serving preview` runs only these benches. */
import os from 'node:os';
import path from 'node:path';
import { articleLists, productLists } from './api-lists.ts';
import { bucketLatency } from './bucket-latency.ts';
import { codeBuild, packaging } from './builds.ts';
import { commentCalls } from './comments.ts';
import { contentChanges } from './content-changes.ts';
import { database } from './database.ts';
import { downloads } from './downloads.ts';
import { firstPress } from './first-press.ts';
import { firstVisit } from './first-visit.ts';
import { freshRelease } from './fresh-release.ts';
import { games } from './games.ts';
import { type Bench, prepareBenchContext } from './harness/bench-context.ts';
import { type BenchSection, logProgress, writeReport } from './harness/report.ts';
import { liveComments } from './live-comments.ts';
import { members } from './members.ts';
import { pathologicalMarkdown } from './pathological-markdown.ts';
import { preview } from './preview.ts';
import { publishLatency } from './publish-latency.ts';
import { restoring } from './restore.ts';
import { searching } from './search.ts';
import { serving } from './serving.ts';
import { standby } from './standby.ts';

/** All benches. Later ones use the sites of earlier ones. */
const benches: Record<string, Bench> = {
  'code-build': codeBuild,
  'fresh-release': freshRelease,
  'publish-latency': publishLatency,
  'bucket-latency': bucketLatency,
  'content-changes': contentChanges,
  package: packaging,
  restore: restoring,
  serving,
  database,
  'article-lists': articleLists,
  'product-lists': productLists,
  downloads,
  search: searching,
  preview,
  'pathological-markdown': pathologicalMarkdown,
  comments: commentCalls,
  'live-comments': liveComments,
  members,
  standby,
  games,
  'first-visit': firstVisit,
  'first-press': firstPress,
};

const selected = process.argv.slice(2);
const unknown = selected.find((name) => !(name in benches));
if (unknown !== undefined) {
  logProgress(`There is no bench ${unknown}. There are: ${Object.keys(benches).join(', ')}.`);
  process.exit(2);
}

const context = await prepareBenchContext();
const sections: BenchSection[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (selected.length > 0 && !selected.includes(name)) continue;
  const measures = await bench.measure(context);
  sections.push({ title: bench.title, measures, load: os.loadavg() });
}
const file = process.env.BENCH_REPORT ?? path.join(import.meta.dirname, 'results', 'latest.json');
const { articles, short } = context;
process.exit(writeReport(file, sections, { articles, short }) ? 0 : 1);
