import { ensurePrograms, testPrograms } from '../testing/file-hosts.ts';
import { ensureBrowser } from '../testing/find-browser.ts';

/** Installs a browser for the tests if there is none, and with --servers also the servers that tests start. */
const writeLine = (line: string) => process.stdout.write(`${line}\n`);
writeLine(`Browser for tests: ${ensureBrowser(writeLine)}`);
if (process.argv.includes('--servers')) ensurePrograms(testPrograms);
