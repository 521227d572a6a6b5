import { longDate } from '../../format/dates.ts';
import { TableHead } from './TableHead.tsx';

/** Units of the drawing. */
const WIDTH = 720;
const HEIGHT = 200;
/** Share of a bar's width that stays empty. */
const GAP = 0.25;

interface Bar {
  /** First day. */
  from: string;
}

/** One number per bar. */
interface Series<One extends Bar> {
  /** Noun in the plural, as in the legend: 'visitors'. */
  name: string;
  of(bar: One): number;
  format?(value: number): string;
}

interface Props<One extends Bar> {
  bars: One[];
  unit: 'day' | 'month';
  /** The first one is the highest; at most one other is drawn over it. */
  series: readonly [Series<One>, ...Series<One>[]];
}

const monthNames = new Intl.DateTimeFormat('en', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Formats a month: January 2026. */
export const fullMonthName = (month: string): string =>
  monthNames.format(Date.parse(`${month}-01`));

const plain = (value: number) => value.toLocaleString('en');
const capitalize = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Bars by day or month, and the same as a table for people who cannot see them. */
export function BarChart<One extends Bar>({ bars, unit, series }: Props<One>) {
  const [first] = series;
  const { format = plain } = first;
  const highest = Math.max(0, ...bars.map(first.of));
  const place = WIDTH / bars.length;
  const height = (value: number) => (value / (highest || 1)) * HEIGHT;
  const best = bars.find((bar) => highest > 0 && first.of(bar) === highest);
  const name = ({ from }: Bar) =>
    unit === 'month' ? fullMonthName(from.slice(0, 7)) : longDate(from);
  const ends = [bars[0], bars.at(-1)].map((bar) => (bar ? name(bar) : ''));
  const summary = `${capitalize(first.name)} by ${unit}, from ${ends[0]} to ${ends[1]}.`;
  return (
    <figure className="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${summary} ${best ? `The most: ${format(highest)}, ${name(best)}.` : 'None.'}`}
      >
        {bars.map((bar, index) => (
          <g key={bar.from}>
            <title>{`${name(bar)}: ${series.map((item) => labelOf(item, bar)).join(', ')}`}</title>
            <rect className="chart__place" x={index * place} y={0} width={place} height={HEIGHT} />
            {series.map((item) => (
              <rect
                key={item.name}
                className={item === first ? 'chart__first' : 'chart__second'}
                x={(index + GAP / 2) * place}
                y={HEIGHT - height(item.of(bar))}
                width={place * (1 - GAP)}
                height={height(item.of(bar))}
              />
            ))}
          </g>
        ))}
      </svg>
      <figcaption className="chart__legend label">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
        <span className="chart__names">
          {series.map((item) => (
            <span key={item.name}>
              {series.length > 1 && (
                <i className={`chart__key ${item === first ? '' : 'chart__key--second'}`} />
              )}{' '}
              {item.name}
              {item === first && `, ${format(highest)} at most`}{' '}
            </span>
          ))}
        </span>
      </figcaption>
      <details className="chart__table">
        <summary>
          Show as table<span className="visually-hidden">: {first.name}</span>
        </summary>
        <table className="table chart__rows">
          <TableHead
            columns={[capitalize(unit), ...series.map((item) => capitalize(item.name))]}
            numbers={series.length}
          />
          <tbody>
            {bars.toReversed().map((bar) => (
              <tr key={bar.from}>
                <th scope="row">{name(bar)}</th>
                {series.map((item) => (
                  <td key={item.name} className="table__number">
                    {(item.format ?? plain)(item.of(bar))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

const labelOf = <One extends Bar>({ name, of, format = plain }: Series<One>, bar: One) =>
  `${format(of(bar))} ${name}`;
