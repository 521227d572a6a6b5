import { randomBytes } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync } from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { openDatabase } from '../api/db/client.ts';
import { insertTestFile, insertTestProduct } from '../api/testing/factories.ts';
import { createOwnerClient, type OwnerClient } from './stage/client.ts';
import { readMemory, readProcessorTime } from './stage/machine.ts';
import { type Measure, say } from './stage/report.ts';
import type { Bench } from './stage/stage.ts';

const GIGABYTE = 1_000_000_000;
const SHORT_BYTES = 100_000_000;
/** Megabytes that a process may grow by, whatever the size of the file. */
const GROWTH_BAR_MB = 96;
const AT_ONCE = 8;
const ARTICLES = 100;
const SAMPLE_EVERY_MS = 50;

/** A file of 1 GB by its signed link, once and eight times at once: how much memory that takes. */
export const downloads: Bench = {
  title: 'Downloads of a large file',
  async measure(stage) {
    const bytes = stage.short ? SHORT_BYTES : GIGABYTE;
    const dataFolder = await stage.database(ARTICLES);
    const product = shelve(dataFolder, bytes);
    const server = await stage.start(dataFolder);
    const client = createOwnerClient(server);
    await client.signIn();
    const url = server.address + (await buy(client, product));
    // What a first request needs is there before anything is measured.
    await fetchBytes(url, { range: 'bytes=0-9999999' });
    const measures: Measure[] = [];
    for (const times of [1, AT_ONCE]) {
      say(`downloading ${times} × ${bytes / 1e6} MB`);
      measures.push(...(await measureTogether(server.pid, url, { bytes, times })));
    }
    await server.stop();
    return measures;
  },
};

/** A free product with a file of so many bytes, all of them nothing. @returns its `_id` */
function shelve(dataFolder: string, bytes: number): string {
  const stored = randomBytes(16).toString('hex');
  const folder = path.join(dataFolder, 'uploads', 'products');
  mkdirSync(folder, { recursive: true });
  const file = openSync(path.join(folder, stored), 'w');
  ftruncateSync(file, bytes);
  closeSync(file);
  const database = openDatabase(path.join(dataFolder, 'site.db'));
  try {
    const product = insertTestProduct(database, { price: 0 });
    insertTestFile(database, product.id, { stored, bytes });
    return product.publicId;
  } finally {
    database.close();
  }
}

/** @returns the link of its file */
async function buy(client: OwnerClient, product: string): Promise<string> {
  await client.call('POST', '/api/cart', { product });
  const wish = { terms: true, immediate: true };
  const begun = await client.call<{ paymentID: string }>('POST', '/api/checkout', wish);
  await client.call('POST', '/api/payment', { paymentID: begun.body.paymentID });
  const library = await client.call<Library>('GET', '/api/library');
  const version = library.body.result[0]?.files[0]?.versions[0]?._id;
  const link = await client.call<{ url: string }>('POST', '/api/library/links', { version });
  if (link.status !== 201) throw new Error(`no link: ${JSON.stringify(link.body)}`);
  return link.body.url;
}

interface Library {
  result: { files: { versions: { _id: string }[] }[] }[];
}

async function measureTogether(
  pid: number,
  url: string,
  { bytes, times }: { bytes: number; times: number },
): Promise<Measure[]> {
  const before = readMemory(pid).anonymous;
  const processor = readProcessorTime(pid);
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, readMemory(pid).anonymous);
  }, SAMPLE_EVERY_MS);
  const started = performance.now();
  const arrived = await Promise.all(Array.from({ length: times }, () => fetchBytes(url)));
  const seconds = (performance.now() - started) / 1000;
  clearInterval(sampling);
  if (arrived.some((count) => count !== bytes)) throw new Error(`not whole: ${arrived}`);
  const name = times === 1 ? 'once' : `${times} at once`;
  const spent = (readProcessorTime(pid) - processor) / times / (bytes / GIGABYTE);
  return [
    {
      name: `${name}: memory grown by`,
      value: most - before,
      unit: 'MB',
      bar: { atMost: GROWTH_BAR_MB },
      note: `${bytes / 1e6} MB each; ${Math.round(before)} MB before`,
    },
    {
      name: `${name}: throughput`,
      value: (bytes * times) / 1e6 / seconds,
      unit: 'MB/s',
      note: `${spent.toFixed(1)} s of processor time a GB`,
    },
  ];
}

/** Fetches and forgets. @returns how many bytes came */
function fetchBytes(url: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => {
      let count = 0;
      answer.on('data', (piece: Buffer) => {
        count += piece.length;
      });
      answer.on('end', () => resolve(count));
      answer.on('error', reject);
    }).on('error', reject);
  });
}
