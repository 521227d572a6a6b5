import type { ViewReport } from '#contracts/views.ts';
import { longDate } from '../../format/dates.ts';
import { pluralize } from '../../format/pluralize.ts';

/** Units of the drawing. */
const WIDTH = 720;
const HEIGHT = 200;
/** Share of a bar's place that stays empty. */
const GAP = 0.25;

type Bar = ViewReport['bars'][number];

interface Props {
  bars: Bar[];
  unit: ViewReport['unit'];
}

/** Views by day or month, as bars, and the same as a table for who cannot see them. */
export function BarChart({ bars, unit }: Props) {
  const most = Math.max(1, ...bars.map((bar) => bar.views));
  const place = WIDTH / bars.length;
  const height = (count: number) => (count / most) * HEIGHT;
  const busiest = bars.find((bar) => bar.views === most);
  const name = (bar: Bar) => (unit === 'month' ? bar.from.slice(0, 7) : longDate(bar.from));
  const summary = `Views by ${unit}, from ${name(bars[0] as Bar)} to ${name(bars.at(-1) as Bar)}.`;
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${summary} ${busiest ? `The most: ${busiest.views}, ${name(busiest)}.` : ''}`}
      >
        {bars.map((bar, index) => (
          <g key={bar.from}>
            <title>{`${name(bar)}: ${pluralize(bar.views, 'view')}, ${pluralize(bar.visitors, 'visitor')}`}</title>
            <rect className="chart__place" x={index * place} y={0} width={place} height={HEIGHT} />
            <rect
              className="chart__views"
              x={(index + GAP / 2) * place}
              y={HEIGHT - height(bar.views)}
              width={place * (1 - GAP)}
              height={height(bar.views)}
            />
            <rect
              className="chart__visitors"
              x={(index + GAP / 2) * place}
              y={HEIGHT - height(bar.visitors)}
              width={place * (1 - GAP)}
              height={height(bar.visitors)}
            />
          </g>
        ))}
      </svg>
      <figcaption className="chart__legend label">
        <span>{name(bars[0] as Bar)}</span>
        <span>
          <i className="chart__key chart__key--views" /> views, {most} at most{' '}
          <i className="chart__key chart__key--visitors" /> visitors
        </span>
        <span>{name(bars.at(-1) as Bar)}</span>
      </figcaption>
      <details className="chart__table">
        <summary>Show as table</summary>
        <table className="ranking">
          <thead>
            <tr>
              <th scope="col">{unit === 'month' ? 'Month' : 'Day'}</th>
              <th scope="col">Views</th>
              <th scope="col">Readers</th>
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map((bar) => (
              <tr key={bar.from}>
                <th scope="row">{name(bar)}</th>
                <td>{bar.views}</td>
                <td>{bar.visitors}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
