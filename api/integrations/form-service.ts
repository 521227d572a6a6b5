import type { SubscriberSource } from '#contracts/subscriber.ts';

/** Milliseconds that the service may take to respond. */
const TIMEOUT_MS = 10_000;

/** An external service that collects what forms send, such as a newsletter provider. */
export interface FormService {
  /** @throws Error when the service did not take it */
  submit(entry: { email: string; from: SubscriberSource }): Promise<void>;
}

/**
 * Creates the client of an external form service. It sends the fields of the documented forms:
 * `email`, or `email_address` and `from` for the newsletter form. The URL comes from the
 * configuration, and redirects are not followed.
 */
export function createFormService(url: string): FormService {
  return {
    async submit({ email, from }) {
      const fields: Record<string, string> =
        from === 'Newsletter' ? { email_address: email, from } : { email };
      const response = await fetch(url, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: new URLSearchParams(fields),
        // Such services respond with a redirect to a page of thanks, which counts as success.
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (response.status >= 400) {
        throw new Error(`the form service responded with ${response.status}`);
      }
    },
  };
}
