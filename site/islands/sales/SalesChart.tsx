import type { SalesReport } from '#contracts/sales.ts';
import { priceText } from '../../format/price.ts';
import { monthName } from './periods.ts';

/** Units of the drawing. */
const WIDTH = 720;
const HEIGHT = 420;
/** Gap between bars, as a share of their width. */
const GAP = 0.28;
/** Height of the mark of the net amount. */
const MARK = 6;
/** Maximum number of months that get a letter each. */
const LETTERS = 24;

type Month = SalesReport['months'][number];

/** Payments above the line, refunds below it, and a mark for the net amount. */
export function SalesChart({ report: { months, currency, totals } }: { report: SalesReport }) {
  const money = (sum: number) => priceText(sum, currency);
  const up = Math.max(0, ...months.map(({ paid }) => paid));
  const down = Math.max(0, ...months.map(({ refunded }) => refunded));
  const scale = HEIGHT / (up + down || 1);
  const line = up * scale;
  const place = WIDTH / months.length;
  const best = months.reduce((bestMonth, month) => (month.net > bestMonth.net ? month : bestMonth));
  const description = `By month, ${monthName(months[0]?.month ?? '')} to ${monthName(months.at(-1)?.month ?? '')}: ${money(totals.paid)} paid, ${money(totals.refunded)} refunded. The best month: ${monthName(best.month)}, ${money(best.net)}.`;
  return (
    <figure className="sales-chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={description}>
        {months.map((month, index) => (
          <g key={month.month}>
            <title>{titleOf(month, money)}</title>
            <rect
              className="sales-chart__place"
              x={index * place}
              y={0}
              width={place}
              height={HEIGHT}
            />
            <rect
              className="sales-chart__paid"
              x={(index + GAP / 2) * place}
              y={line - month.paid * scale}
              width={place * (1 - GAP)}
              height={month.paid * scale}
            />
            <rect
              className="sales-chart__back"
              x={(index + GAP / 2) * place}
              y={line}
              width={place * (1 - GAP)}
              height={month.refunded * scale}
            />
            {month.refunded > 0 && (
              <rect
                className="sales-chart__net"
                x={(index + GAP / 4) * place}
                y={Math.min(HEIGHT - MARK, Math.max(0, line - month.net * scale - MARK / 2))}
                width={place * (1 - GAP / 2)}
                height={MARK}
              />
            )}
          </g>
        ))}
        <line className="sales-chart__line" x1={0} x2={WIDTH} y1={line} y2={line} />
      </svg>
      <div className="sales-chart__letters" aria-hidden="true">
        {months.map(({ month }) => (
          <span key={month}>{letterOf(month, months.length)}</span>
        ))}
      </div>
      <figcaption className="sales-chart__legend label">
        <span>
          <i className="sales-chart__key" /> paid, {money(up)} at most
        </span>
        {down > 0 && (
          <>
            <span>
              <i className="sales-chart__key sales-chart__key--back" /> refunded
            </span>
            <span>
              <i className="sales-chart__key sales-chart__key--net" /> net
            </span>
          </>
        )}
      </figcaption>
    </figure>
  );
}

const titleOf = ({ month, paid, refunded, net }: Month, money: (sum: number) => string) =>
  `${monthName(month)}: ${money(paid)} paid, ${money(refunded)} refunded, ${money(net)} net`;

/** First letters of the months, or years if there are too many. */
function letterOf(month: string, months: number): string {
  if (months <= LETTERS) return monthName(month).slice(0, 1);
  return month.endsWith('-01') ? month.slice(2, 4) : '';
}
