import { fileSize } from '#contracts/file-size.ts';
import type { BackupStatus } from '#contracts/status.ts';
import { callApi } from '../../client/api-client.ts';
import { showToast } from '../../stores/toasts.ts';
import { FactList } from '../ui/FactList.tsx';
import { ListSkeleton } from '../ui/ListStates.tsx';
import { LoadFailed } from '../ui/LoadFailed.tsx';
import { SmallButton } from '../ui/SmallButton.tsx';
import { usePolling } from '../ui/timers.ts';
import { errorMessage, useFetch } from '../ui/use-fetch.ts';
import { ZonedTime } from '../ui/ZonedTime.tsx';

const readStatus = (signal: AbortSignal): Promise<BackupStatus> =>
  callApi('GET', '/api/admin/backups', { signal });

/** State of the automatic backups, and a button that starts one. */
export function BackupsSection() {
  const { loaded, reload } = useFetch(readStatus);
  const status = loaded.value;
  const isSoon = status?.nextAt != null && Date.parse(status.nextAt) <= Date.now();
  const isPending = isSoon || status?.isRunning === true;
  usePolling(loaded.state === 'ready' && isPending, reload);

  async function start() {
    if (isPending) return;
    try {
      await callApi('POST', '/api/admin/backups');
    } catch (error) {
      showToast({ type: 'error', message: `No backup was started. ${errorMessage(error)}` });
    }
    reload();
  }
  return (
    <section className="backups" aria-labelledby="backups-title">
      <h2 id="backups-title">Backups</h2>
      {loaded.state === 'failed' && <LoadFailed reason={loaded.reason} onRetry={reload} />}
      {loaded.state === 'loading' && !status && <ListSkeleton label="Loading the backups" />}
      {status && <Facts status={status} />}
      {status && (
        <p className="entry__actions">
          <SmallButton label="Back up now" aria-disabled={isPending} onPress={start} />
        </p>
      )}
    </section>
  );
}

function Facts({ status }: { status: BackupStatus }) {
  const { lastGood, failure, isRunning, isOn, nextAt, isEncrypted, location } = status;
  const noNext = isOn ? 'Being scheduled' : 'Nightly backups are off';
  return (
    <>
      {failure !== null && (
        <p className="banner banner--warning">The last backup failed. {failure}</p>
      )}
      <p role="status">{isRunning ? 'A backup is running.' : ''}</p>
      <FactList
        className="backups__facts"
        facts={[
          [
            'Last good backup',
            lastGood ? (
              <>
                <ZonedTime iso={lastGood.endedAt} />, {fileSize(lastGood.bytes)} without uploads
              </>
            ) : (
              'None yet'
            ),
          ],
          ['Next backup', nextAt === null ? noNext : <ZonedTime iso={nextAt} />],
          ['Location', `${location}, ${isEncrypted ? 'encrypted' : 'not encrypted'}`],
        ]}
      />
    </>
  );
}
