/** Standard deviations of a confidence level of 95%. */
const Z = 1.96;

/**
 * Returns the lower bound of Wilson's score interval: the least share of all readers who would
 * agree, estimated from the votes. Comments with many likes rank above those with few, and both
 * above comments with likes and reports.
 * @param agree likes, a whole number of at least 0
 * @param disagree reports, likewise
 * @returns 0 to 1; 0 without a like
 */
export function wilsonLowerBound(agree: number, disagree: number): number {
  const votes = agree + disagree;
  // Exactly 0 without likes; rounding errors would grow with the number of reports.
  if (agree === 0) return 0;
  const share = agree / votes;
  const square = (Z * Z) / votes;
  const spread = Z * Math.sqrt((share * (1 - share) + square / 4) / votes);
  return Math.max(0, (share + square / 2 - spread) / (1 + square));
}
