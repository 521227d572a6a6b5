/**
 * The part of an amount that falls on `part` of `whole`, rounded down, exact for any amounts: the
 * product of two would be more than SQLite's whole numbers hold.
 */
export const shareOf = (amount: number, part: number, whole: number): number =>
  Number((BigInt(amount) * BigInt(part)) / BigInt(whole));
