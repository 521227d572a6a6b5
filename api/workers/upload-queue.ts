import { storePayload } from '#contracts/job.ts';
import type { BucketOptions } from '../integrations/storage/bucket.ts';
import type { FollowUpContext } from '../publisher/background-jobs.ts';
import type { ClaimedJob } from '../publisher/job-queue.ts';
import { syncAllUploads, syncUploads, type UploadSync } from '../services/storage/sync-uploads.ts';
import { uploadsOf } from '../services/storage/upload-bucket.ts';
import { BucketQueue } from './bucket-queue.ts';

interface Options extends Pick<FollowUpContext, 'database' | 'claim' | 'onError'> {
  storage: BucketOptions;
  uploadsFolder: string;
}

/** Creates the queue that copies uploads into the bucket of STORAGE, and deletes unused ones there. */
export function createUploadQueue({ storage, uploadsFolder, ...context }: Options) {
  const activity = 'storing uploads';
  const { database, onError } = context;
  return new BucketQueue({
    ...context,
    kind: 'store',
    activity,
    bucket: uploadsOf(storage),
    merge: mergeStores,
    async run({ bucket, payload: { names }, signal }) {
      const sync: UploadSync = {
        database,
        bucket,
        uploadsFolder,
        mayContinue: () => !signal.aborted,
        onDamaged: (name) =>
          onError(activity, new Error(`uploads/${name} is damaged; upload it again`)),
      };
      if (names.length === 0) await syncAllUploads(sync);
      else await syncUploads(sync, names);
    },
  });
}

/** Merges the payloads of jobs into one; no names stand for all. */
function mergeStores(jobs: readonly ClaimedJob[]): { names: string[] } {
  const payloads = jobs.map(({ payload }) => storePayload.parse(payload));
  const isEverything = payloads.some(({ names }) => names.length === 0);
  return { names: isEverything ? [] : [...new Set(payloads.flatMap(({ names }) => names))] };
}
