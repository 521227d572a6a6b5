/** Of 100 samples, 95 lie within so many standard deviations. */
const Z = 1.96;

/**
 * Lower bound of Wilson's score interval: what share of all readers would at least agree, judged by
 * those who have said so. A comment with many likes goes before one with few, and both before one
 * that some like and some report.
 * @param agree likes, a whole number of at least 0
 * @param disagree reports, likewise
 * @returns 0 to 1; 0 without a like
 */
export function wilsonLowerBound(agree: number, disagree: number): number {
  const votes = agree + disagree;
  // Without a like the bound is 0; arithmetic would leave a trace that grows with reports.
  if (agree === 0) return 0;
  const share = agree / votes;
  const square = (Z * Z) / votes;
  const spread = Z * Math.sqrt((share * (1 - share) + square / 4) / votes);
  return Math.max(0, (share + square / 2 - spread) / (1 + square));
}
