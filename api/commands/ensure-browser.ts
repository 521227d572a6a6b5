import { ensureBrowser } from '../testing/find-browser.ts';

/** Installs a browser for the tests if there is none. */
const say = (line: string) => process.stdout.write(`${line}\n`);
say(`Browser for tests: ${ensureBrowser(say)}`);
