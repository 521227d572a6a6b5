import type { Database } from '../../db/client.ts';
import {
  listEndedRefunds,
  listRefundedLines,
  type PaidLine,
  type SalePeriod,
} from '../../db/repositories/sales.ts';

/**
 * Returns the refunded amount of each line in a period.
 * A refund counts for its lines, or in proportion for all lines of its order; no line refunds more
 * than was paid for it.
 */
export function refundedLines(
  { database }: { database: Database },
  span: SalePeriod,
): (PaidLine & { back: number })[] {
  const orders = Map.groupBy(listRefundedLines(database, span), ({ orderId }) => orderId);
  const back = new Map<PaidLine, number>();
  const left = new Map<PaidLine, number>();
  for (const refund of listEndedRefunds(database, span)) {
    const lines = orders.get(refund.orderId) ?? [];
    const meant: number[] | null = refund.lines === null ? null : JSON.parse(refund.lines);
    const isMeant = ({ position }: PaidLine) => meant === null || meant.includes(position);
    let rest = refund.amount;
    // The amount beyond the remaining value of its lines is assigned to the other lines.
    for (const part of [lines.filter(isMeant), lines.filter((line) => !isMeant(line))]) {
      const of = part.map((line) => left.get(line) ?? line.money);
      for (const [index, share] of sharesOf(rest, of).entries()) {
        const line = part[index] as PaidLine;
        left.set(line, (of[index] ?? 0) - share);
        if (refund.within && share > 0) back.set(line, (back.get(line) ?? 0) + share);
        rest -= share;
      }
    }
  }
  return [...back].map(([line, sum]) => ({ ...line, back: sum }));
}

/**
 * Distributes an amount in proportion to `parts`; rounding a running sum makes the shares add up.
 */
function sharesOf(amount: number, parts: number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0);
  if (whole === 0) return parts.map(() => 0);
  const given = BigInt(Math.min(amount, whole));
  let upTo = 0n;
  let before = 0n;
  return parts.map((part) => {
    upTo += BigInt(part);
    // More digits than a number of JavaScript holds, for large amounts.
    const after = (given * upTo) / BigInt(whole);
    const share = after - before;
    before = after;
    return Number(share);
  });
}
