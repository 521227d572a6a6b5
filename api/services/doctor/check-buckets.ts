import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { CheckResult } from '#contracts/status.ts';
import type { Config } from '../../config.ts';
import { type Bucket, type BucketOptions, openBucket } from '../../integrations/storage/bucket.ts';
import { StorageError } from '../../integrations/storage/storage-error.ts';

/** Start of the names of objects that a check writes and deletes. */
const CHECK_OBJECT = '.personal-site-check-';
const TIMEOUT_MS = 10_000;
const PAUSE_MS = 500;

const open = (options: BucketOptions) =>
  openBucket(options, { pauseAfter: () => PAUSE_MS, timeoutMs: TIMEOUT_MS });

/** Checks that the bucket of STORAGE can be used and that it is private. */
export const checkStorage = ({ storage }: Pick<Config, 'storage'>): Promise<CheckResult> =>
  checkBucket('storage', storage, async (bucket, object) => {
    if (storage === null) return null;
    if (!(await bucket.isPublic(object))) return null;
    return `Everyone can read ${bucket.url}, which has backups and files that buyers pay for. Make it private.`;
  });

/** Checks that the bucket of PUBLISH_TO can be used and that it belongs to this site. */
export const checkPublishTo = ({ publishTo }: Pick<Config, 'publishTo'>): Promise<CheckResult> =>
  checkBucket('publish-to', publishTo, async () => null);

/**
 * Writes, reads, lists and deletes an object.
 * @param findProblem returns a sentence about another problem, or null
 */
async function checkBucket(
  name: string,
  options: BucketOptions | null,
  findProblem: (bucket: Bucket, object: string) => Promise<string | null>,
): Promise<CheckResult> {
  if (options === null) return { name, state: 'ok', msg: 'No bucket is set up.' };
  const bucket = open(options);
  const object = `${CHECK_OBJECT}${randomBytes(8).toString('hex')}`;
  const content = randomBytes(32);
  try {
    await bucket.put(object, content);
    try {
      const read = await buffer(await bucket.get(object));
      const listed = (await Array.fromAsync(bucket.list(object))).length;
      if (!read.equals(content) || listed !== 1) {
        const msg = `${bucket.url} does not return what was just stored. Use a store with consistent reads and lists.`;
        return { name, state: 'failed', msg };
      }
      const problem = await findProblem(bucket, object);
      if (problem !== null) return { name, state: 'failed', msg: problem };
    } finally {
      await bucket.delete(object);
    }
    return { name, state: 'ok', msg: `${bucket.url} can be read, written and listed.` };
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    const advice = 'Check the STORAGE_ variables, the permissions of the keys, and the clock.';
    return { name, state: 'failed', msg: `${error.message} ${advice}` };
  }
}
