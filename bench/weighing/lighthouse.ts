import lighthouse from 'lighthouse';

/** What Lighthouse says of a page, opened as a phone on a slow network would. */
export interface LighthouseLook {
  /** By category, 0 to 100. */
  scores: Record<string, number>;
  /** Largest contentful paint as simulated, milliseconds. */
  paint: number;
  /** Cumulative layout shift. */
  shift: number;
  /** Audits that cost points or warn, with what is wrong. */
  complaints: string[];
}

/** The categories that have a bar. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/**
 * Audits one page in the browser that listens for debuggers on `port`.
 * @throws Error when Lighthouse could not load the page
 */
export async function lookByLighthouse(address: string, port: number): Promise<LighthouseLook> {
  const look = async () => {
    const options = {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: categories,
    } as const;
    return (await lighthouse(address, options))?.lhr;
  };
  let report = await look();
  // Once in a while it misses the beginning of its own recording, and asks to be run again.
  if (report?.runtimeError) report = await look();
  if (!report || report.runtimeError) {
    throw new Error(`Lighthouse of ${address}: ${report?.runtimeError?.message ?? 'no result'}`);
  }
  const counting = Object.values(report.categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => report.audits[id]),
  );
  return {
    scores: Object.fromEntries(
      Object.entries(report.categories).map(([name, { score }]) => [name, (score ?? 0) * 100]),
    ),
    paint: report.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    shift: report.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    complaints: counting.flatMap((audit) =>
      audit && audit.score !== null && audit.score < 0.9 ? [`${audit.id}: ${audit.title}`] : [],
    ),
  };
}
