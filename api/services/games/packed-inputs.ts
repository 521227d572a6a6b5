import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Packs the inputs of a game for storage. */
export const packInputs = (inputs: readonly number[]): string =>
  deflateRawSync(JSON.stringify(inputs)).toString('base64');

/** Maximum bytes of unpacked inputs. */
const UNPACKED_BYTES_MAX = 4 * 1_048_576;

/** Unpacks stored inputs. */
export const unpackInputs = (packed: string): number[] =>
  JSON.parse(
    inflateRawSync(Buffer.from(packed, 'base64'), {
      maxOutputLength: UNPACKED_BYTES_MAX,
    }).toString(),
  );
