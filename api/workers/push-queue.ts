import type { PushPayload } from '#contracts/job.ts';
import type { BucketOptions } from '../integrations/storage/bucket.ts';
import { type CdnPurgeOptions, purgeCdn } from '../integrations/storage/cdn-purge.ts';
import { StorageError } from '../integrations/storage/storage-error.ts';
import type { FollowUpContext } from '../publisher/background-jobs.ts';
import { mergePushes, type PushTarget, pushFiles, pushRelease } from '../publisher/push-files.ts';
import { BucketQueue, type BucketRun } from './bucket-queue.ts';

interface Options extends Pick<FollowUpContext, 'database' | 'live' | 'claim' | 'onError'> {
  publishTo: BucketOptions;
  cdnPurge: CdnPurgeOptions | null;
  origin: string;
}

/** Creates the queue that copies the live release and each change of it into the bucket of PUBLISH_TO. */
export function createPushQueue({
  publishTo,
  cdnPurge,
  origin,
  live,
  ...context
}: Options): BucketQueue<PushPayload> {
  async function push({ bucket, payload, signal, letUrgentPass, amend }: BucketRun<PushPayload>) {
    const release = live();
    if (!release) throw new StorageError('stopped', 'No release is live.');
    const target: PushTarget = {
      database: context.database,
      bucket,
      siteFolder: release.siteFolder,
      mayContinue: () => live() === release,
      letOthersPass: letUrgentPass,
    };
    const isEverything = payload.files.length === 0;
    const changed = isEverything
      ? await pushRelease(target)
      : await pushFiles(target, payload.files);
    const purge = [...new Set([...payload.purge, ...changed])];
    if (cdnPurge === null || purge.length === 0) return;
    // The job remembers what to purge, because a later attempt finds the objects unchanged.
    await amend({ purge });
    const urls = purge.map((name) => origin + encodeURI(name));
    await purgeCdn(cdnPurge, urls, signal);
  }
  return new BucketQueue({
    ...context,
    kind: 'push',
    activity: 'copying to the bucket',
    bucket: publishTo,
    canRun: () => live() !== null,
    merge: mergePushes,
    // Just published files do not wait for ten thousand unchanged ones.
    isUrgent: ({ files }) => files.length > 0,
    run: push,
  });
}
