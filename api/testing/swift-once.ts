import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { startSwift } from './object-stores.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL that responds with the endpoint of Swift, which the first request starts for all tests of a run. */
    swiftStarter: string;
  }
}

/** Offers one Swift to all tests of a run, because its start takes several seconds of processor time. */
export default async function offerSwiftOnce(project: TestProject): Promise<() => Promise<void>> {
  let swift: ReturnType<typeof startSwift> | undefined;
  const starter = createServer((_request, reply) => {
    swift ??= startSwift();
    swift.then(
      ({ endpoint }) => reply.end(endpoint),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(starter, 'listening');
  project.provide('swiftStarter', `http://127.0.0.1:${(starter.address() as AddressInfo).port}`);
  return async () => {
    starter.close();
    await swift?.then(
      ({ close }) => close(),
      () => undefined,
    );
  };
}
