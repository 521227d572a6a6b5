import { randomBytes } from 'node:crypto';
import { closeSync, ftruncateSync, mkdirSync, openSync } from 'node:fs';
import { get } from 'node:http';
import path from 'node:path';
import { openDatabase } from '../api/db/database.ts';
import { insertTestFile, insertTestProduct } from '../api/testing/factories.ts';
import type { Bench } from './harness/bench-context.ts';
import { buy, createOwnerClient, type OwnerClient } from './harness/client.ts';
import { logProgress, type Measure, readMemory, readProcessorTime } from './harness/report.ts';

const GIGABYTE = 1_000_000_000;
const SHORT_BYTES = 100_000_000;
/** Limit for the growth of the process in MB, independent of the file size. */
const GROWTH_BAR_MB = 96;
const CONCURRENCY = 8;
const ARTICLES = 100;
const SAMPLE_EVERY_MS = 50;

/** Measures memory and throughput of a 1 GB download by its signed link, once and eight times at once. */
export const downloads: Bench = {
  title: 'Downloads of a large file',
  async measure(context) {
    const bytes = context.short ? SHORT_BYTES : GIGABYTE;
    const dataFolder = await context.database(ARTICLES);
    const product = insertProduct(dataFolder, bytes);
    const server = await context.start(dataFolder);
    const client = createOwnerClient(server);
    await client.signIn();
    const url = server.origin + (await buyFile(client, product));
    // Warm-up request.
    await fetchBytes(url, { range: 'bytes=0-9999999' });
    const measures: Measure[] = [];
    for (const times of [1, CONCURRENCY]) {
      logProgress(`downloading ${times} × ${bytes / 1e6} MB`);
      measures.push(...(await measureTogether(server.pid, url, { bytes, times })));
    }
    await server.stop();
    return measures;
  },
};

/** Stores a free product with a file of so many zero bytes. @returns its `_id` */
function insertProduct(dataFolder: string, bytes: number): string {
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

/** Buys a product. @returns the signed link of its file */
async function buyFile(client: OwnerClient, product: string): Promise<string> {
  await buy(client, product);
  const library = await client.save<Library>('GET', '/api/library');
  const version = library.result[0]?.files[0]?.versions[0]?._id;
  return (await client.save<{ url: string }>('POST', '/api/library/links', { version })).url;
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
  const processorBefore = readProcessorTime(pid);
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, readMemory(pid).anonymous);
  }, SAMPLE_EVERY_MS);
  const started = performance.now();
  const received = await Promise.all(Array.from({ length: times }, () => fetchBytes(url)));
  const seconds = (performance.now() - started) / 1000;
  clearInterval(sampling);
  if (received.some((count) => count !== bytes)) throw new Error(`not whole: ${received}`);
  const name = times === 1 ? 'once' : `${times} at once`;
  const spent = (readProcessorTime(pid) - processorBefore) / times / (bytes / GIGABYTE);
  return [
    {
      name: `${name}: memory grown by`,
      value: peak - before,
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

/** Downloads a URL and discards its content. @returns number of bytes */
function fetchBytes(url: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      let count = 0;
      response.on('data', (chunk: Buffer) => {
        count += chunk.length;
      });
      response.on('end', () => resolve(count));
      response.on('error', reject);
    }).on('error', reject);
  });
}
