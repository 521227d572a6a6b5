import { inject } from 'vitest';
import { createBucket, type Swift } from './object-stores.ts';

/** Returns the Swift that all tests of a run share; names of buckets must differ between test files. */
export async function sharedSwift(): Promise<Swift> {
  const response = await fetch(inject('swiftStarter'));
  const endpoint = await response.text();
  if (!response.ok) throw new Error(endpoint);
  return { endpoint, createBucket: (name) => createBucket(endpoint, name) };
}
