import type { z } from 'zod';
import { type Identity, ServiceAway, ServiceRefused } from './client.ts';
import type { Transport } from './transport.ts';

interface Question {
  path: string;
  headers: Record<string, string>;
  shape: z.ZodType<Identity>;
}

/** Asks a service whose key this is. @throws ServiceAway, ServiceRefused */
export async function askWhoIAm(
  call: Transport,
  name: string,
  { path, headers, shape }: Question,
): Promise<Identity> {
  const answer = await call({ method: 'GET', path, headers });
  if (answer.kind !== 'answered') throw new ServiceAway(answer.reason);
  if (answer.status === 401 || answer.status === 403) {
    throw new ServiceRefused(`${name} does not accept this.`);
  }
  const parsed = answer.status === 200 ? shape.safeParse(answer.body) : null;
  if (!parsed?.success) {
    throw new ServiceAway(`${name} does not answer as it should (${answer.status}).`);
  }
  return parsed.data;
}
