import { type Backoff, backoffAfter } from './backoff.ts';

/** Stops calls of a service that fails, so that not each job in the queue fails as well. */
export interface CircuitBreaker<Service> {
  /** True while the service must not be called. */
  isOpen(service: Service, now: number): boolean;
  recordSuccess(service: Service): void;
  recordFailure(service: Service, now: number): void;
}

export function createCircuitBreaker<Service>(backoff: Backoff): CircuitBreaker<Service> {
  const open = new Map<Service, { failures: number; until: number }>();
  return {
    isOpen: (service, now) => (open.get(service)?.until ?? 0) > now,
    recordSuccess: (service) => void open.delete(service),
    recordFailure(service, now) {
      const failures = (open.get(service)?.failures ?? 0) + 1;
      open.set(service, { failures, until: now + backoffAfter(failures, backoff) });
    },
  };
}
