import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** Runs of inputs as a row keeps them. */
export const packInputs = (inputs: readonly number[]): string =>
  deflateRawSync(JSON.stringify(inputs)).toString('base64');

/** Bytes that kept inputs unfold to at most. */
const UNFOLDED_MAX = 4 * 1_048_576;

/** The inputs of a row. */
export const unpackInputs = (packed: string): number[] =>
  JSON.parse(
    inflateRawSync(Buffer.from(packed, 'base64'), { maxOutputLength: UNFOLDED_MAX }).toString(),
  );
