import lighthouse from 'lighthouse';

/** Results of Lighthouse for a page on a phone with a slow network. */
export interface LighthouseResult {
  /** Scores by category, 0 to 100. */
  scores: Record<string, number>;
  /** Simulated largest contentful paint, in milliseconds. */
  paint: number;
  /** Cumulative layout shift. */
  shift: number;
  /** Audits that lower a score, with their titles. */
  failedAudits: string[];
}

/** Categories that have a bar. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'];

/**
 * Audits a page.
 * @param port debugging port of the browser
 * @throws Error if Lighthouse could not load the page
 */
export async function runLighthouse(address: string, port: number): Promise<LighthouseResult> {
  const run = async () => {
    const options = {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: categories,
    } as const;
    return (await lighthouse(address, options))?.lhr;
  };
  let report = await run();
  // Lighthouse sometimes misses the start of its recording and has to run again.
  if (report?.runtimeError) report = await run();
  if (!report || report.runtimeError) {
    throw new Error(`Lighthouse of ${address}: ${report?.runtimeError?.message ?? 'no result'}`);
  }
  const scoredAudits = Object.values(report.categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => report.audits[id]),
  );
  return {
    scores: Object.fromEntries(
      Object.entries(report.categories).map(([name, { score }]) => [name, (score ?? 0) * 100]),
    ),
    paint: report.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    shift: report.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    failedAudits: scoredAudits.flatMap((audit) =>
      audit && audit.score !== null && audit.score < 0.9 ? [`${audit.id}: ${audit.title}`] : [],
    ),
  };
}
