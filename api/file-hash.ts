import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Returns the SHA-256 of a stream in hexadecimal. */
export async function hashStream(stream: Readable): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  return hash.digest('hex');
}

/** Returns the SHA-256 of a file in hexadecimal. */
export const hashFile = (file: string): Promise<string> => hashStream(createReadStream(file));
