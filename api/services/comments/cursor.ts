import { z } from 'zod';
import { DomainError } from '../../errors.ts';

/** A place in a list: the last comment that was shown. */
const place = z.tuple([z.number(), z.int(), z.int()]);

interface Place {
  score: number;
  createdAt: number;
  id: number;
}

/** Writes down where a list goes on. Nobody has to understand it. */
export function writeCursor({ score, createdAt, id }: Place): string {
  return Buffer.from(JSON.stringify([score, createdAt, id])).toString('base64url');
}

/** @throws DomainError VALIDATION when it is none of ours */
export function readCursor(cursor: string): Place {
  try {
    const [score, createdAt, id] = place.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    );
    return { score, createdAt, id };
  } catch (error) {
    throw new DomainError('VALIDATION', {
      msg: 'This page of the list is not known.',
      cause: error,
    });
  }
}
