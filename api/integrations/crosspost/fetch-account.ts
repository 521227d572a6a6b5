import type { z } from 'zod';
import type { Transport } from './transport.ts';
import { type Identity, ServiceAway, ServiceRefused } from './types.ts';

interface AccountRequest {
  path: string;
  headers: Record<string, string>;
  shape: z.ZodType<Identity>;
}

/** Fetches the account that a key belongs to. @throws ServiceAway, ServiceRefused */
export async function fetchAccount(
  call: Transport,
  name: string,
  { path, headers, shape }: AccountRequest,
): Promise<Identity> {
  const answer = await call({ method: 'GET', path, headers });
  if (answer.kind !== 'answered') throw new ServiceAway(answer.reason);
  if (answer.status === 401 || answer.status === 403) {
    throw new ServiceRefused(`${name} rejected the key.`);
  }
  const parsed = answer.status === 200 ? shape.safeParse(answer.body) : null;
  if (!parsed?.success) {
    throw new ServiceAway(`${name} is not responding correctly (${answer.status}).`);
  }
  return parsed.data;
}
