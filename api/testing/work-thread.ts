import { type Profiler, Session } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import type { Work, WorkRequest, WorkResponse } from './count-work.ts';

// Thread of count-work.ts: calls functions of one module and counts their work.

const port = parentPort;
if (port === null) throw new Error('work-thread.ts runs in a worker thread only.');

let searched = 0;
countSearches();
const takeCoverage = startCoverage();
// Loaded after the start of the coverage, because V8 counts only the blocks of code that it compiles later.
const functions: Record<string, (...parameters: unknown[]) => unknown> = await import(
  workerData as string
);

async function count({ name, parameters }: WorkRequest): Promise<Work> {
  const run = await functions[name]?.(...parameters);
  if (typeof run !== 'function') throw new Error(`${name} returns no function to be counted.`);
  takeCoverage();
  searched = 0;
  await run();
  const work: Work = { executed: 0, searched };
  for (const script of takeCoverage()) work.executed += executedIn(script);
  return work;
}

function startCoverage(): () => Profiler.ScriptCoverage[] {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return () => {
    let scripts: Profiler.ScriptCoverage[] = [];
    // In the same thread, the callback runs before the call returns.
    session.post('Profiler.takePreciseCoverage', (error, response) => {
      if (error) throw error;
      scripts = response.result.filter(
        ({ url }) => url.startsWith('file:') && url !== import.meta.url,
      );
    });
    return scripts;
  };
}

/**
 * Returns the sum of the executions of each character of a script. Blocks can't be summed, because V8 joins
 * adjacent blocks with equal counts.
 */
function executedIn(script: Profiler.ScriptCoverage): number {
  let sum = 0;
  for (const { ranges } of script.functions) {
    const enclosing: Profiler.CoverageRange[] = [];
    for (const range of ranges) {
      while ((enclosing.at(-1)?.endOffset ?? Number.POSITIVE_INFINITY) <= range.startOffset) {
        enclosing.pop();
      }
      const more = range.count - (enclosing.at(-1)?.count ?? 0);
      sum += more * (range.endOffset - range.startOffset);
      enclosing.push(range);
    }
  }
  return sum;
}

/** Counts the characters and elements that built-in functions read, which coverage does not include. */
function countSearches(): void {
  const { exec } = RegExp.prototype;
  // The other methods that take a regular expression call this one.
  RegExp.prototype.exec = function (text: string) {
    const start = this.global || this.sticky ? this.lastIndex : 0;
    const isAnchored = this.sticky || (this.source.startsWith('^') && !this.multiline);
    const match = exec.call(this, text);
    if (match) searched += match.index + match[0].length - start;
    else searched += isAnchored ? 1 : String(text).length - start;
    return match;
  };
  const { indexOf } = String.prototype;
  String.prototype.indexOf = function (part: string, start = 0) {
    const found = indexOf.call(this, part, start);
    searched += (found < 0 ? this.length : found) - start;
    return found;
  };
  String.prototype.includes = function (part: string, start = 0) {
    return this.indexOf(part, start) >= 0;
  };
  const { splice } = Array.prototype;
  Array.prototype.splice = function (start: number, removed?: number, ...added: unknown[]) {
    if (removed !== added.length) searched += this.length - start;
    return splice.call(this, start, removed ?? this.length, ...added);
  };
}

port.on('message', async (request: WorkRequest) => {
  const response: WorkResponse = await count(request).then(
    (work) => ({ work }),
    (error: unknown) => ({ problem: error instanceof Error ? `${error.stack}` : String(error) }),
  );
  port.postMessage(response);
});
