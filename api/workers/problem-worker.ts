import type { AppContext } from '../context.ts';
import type { RecentErrors } from '../log.ts';
import { readSiteCertificate } from '../services/problems/certificate-problem.ts';
import { checkProblems, type Observations } from '../services/problems/check-problems.ts';
import { atMostEvery, type StopWorker, startPolling, type WorkerLog } from './polling.ts';

const POLL_MS = 60_000;
const CERTIFICATE_MS = 12 * 3_600_000;

/** Starts the worker that checks for problems and emails the admins about them. */
export function startProblemWorker(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  log: WorkerLog,
  errors: RecentErrors,
): StopWorker {
  let certificate: Observations['certificate'] = null;
  const updateCertificate = atMostEvery(CERTIFICATE_MS, async () => {
    try {
      certificate = await readSiteCertificate(context.config);
    } catch (error) {
      // On some networks, a machine cannot connect to its own public IP address.
      log.warn({ err: error }, 'certificate not readable');
    }
  });
  return startPolling({
    everyMs: POLL_MS,
    async poll() {
      await updateCertificate();
      const observations = { certificate, errorBurst: errors.findBurst() };
      for (const kind of await checkProblems(context, observations))
        log.warn({ kind }, 'problem reported');
    },
    onError: (error) => log.error({ err: error }, 'problem worker failed'),
  });
}
