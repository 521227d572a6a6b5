import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request arrived, on the monotonic clock of this process. */
    arrivedAt: number;
  }
}

/** When the request arrived, in milliseconds since 1970 with a fraction. */
export function requestedAt(request: FastifyRequest): number {
  return performance.timeOrigin + request.arrivedAt;
}
