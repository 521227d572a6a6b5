import { z } from 'zod';

const TIMEOUT_MS = 10_000;
/** Maximum characters of a response that is read. */
const RESPONSE_MAX = 10_000;

/** Answers of GET /api/ready: while the site is ready, and while it is not. */
const answer = z.union([
  z.object({ ok: z.literal(true), instance: z.string() }),
  z
    .object({ code: z.literal('NOT_READY'), instance: z.string() })
    .transform(({ instance }) => ({ ok: false, instance })),
]);

/** Result of asking an origin whether a site of this software answers there. */
export type SiteAnswer =
  | { kind: 'site'; ok: boolean; instance: string }
  /** Another program answered. */
  | { kind: 'other'; status: number; location: string | null }
  | { kind: 'failed'; code: string };

/** Requests the readiness of the server at an own origin. Follows no redirects. */
export async function requestSite(origin: string): Promise<SiteAnswer> {
  try {
    const response = await fetch(`${origin}/api/ready`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = (await response.text()).slice(0, RESPONSE_MAX);
    const parsed = answer.safeParse(parseJson(text));
    if (parsed.success) return { kind: 'site', ...parsed.data };
    const { status, headers } = response;
    return { kind: 'other', status, location: headers.get('location') };
  } catch (error) {
    return { kind: 'failed', code: codeOf(error) };
  }
}

/** Returns true if database and live release of the server at an own origin are usable. */
export async function isHealthy(origin: string): Promise<boolean> {
  try {
    const response = await fetch(`${origin}/api/health`, {
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    // Nothing listens there, or not in time.
    return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // A page, for example of a proxy.
    return null;
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const reasons = cause instanceof AggregateError ? cause.errors : [cause];
  const codes = reasons.flatMap((reason) =>
    reason instanceof Error && 'code' in reason ? String(reason.code) : [],
  );
  return codes[0] ?? error.name;
}
