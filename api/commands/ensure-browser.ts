import { ensureBrowser } from '../testing/find-browser.ts';

/** Installs a browser for the tests if there is none. */
const writeLine = (line: string) => process.stdout.write(`${line}\n`);
writeLine(`Browser for tests: ${ensureBrowser(writeLine)}`);
