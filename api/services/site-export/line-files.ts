import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const CHUNK = 65_536;

/** Reads a text file line by line. */
export function* readLines(file: string): Generator<string> {
  const descriptor = openSync(file, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const chunk = Buffer.alloc(CHUNK);
    let rest = '';
    for (let bytes = CHUNK; bytes > 0; ) {
      bytes = readSync(descriptor, chunk);
      rest += bytes > 0 ? decoder.write(chunk.subarray(0, bytes)) : decoder.end();
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    if (rest !== '') yield rest;
  } finally {
    closeSync(descriptor);
  }
}

/** Writes a new text file line by line; it is complete after `close`. */
export class LineWriter {
  readonly #descriptor: number;
  #buffer = '';

  constructor(file: string) {
    this.#descriptor = openSync(file, 'wx', 0o600);
  }

  write(line: string): void {
    this.#buffer += `${line}\n`;
    if (this.#buffer.length > CHUNK) this.#flush();
  }

  close(): void {
    try {
      this.#flush();
    } finally {
      closeSync(this.#descriptor);
    }
  }

  #flush(): void {
    const bytes = Buffer.from(this.#buffer);
    this.#buffer = '';
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
  }
}
