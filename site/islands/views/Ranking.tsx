import { useId } from 'react';

interface Row {
  name: string;
  views: number;
  visitors: number;
  /** URL of the name, if it is a link. */
  href?: string;
  /** Short text below the name. */
  note?: string;
}

interface Props {
  title: string;
  /** Heading of the names. */
  column: string;
  rows: Row[];
  /** Message if there are no rows. */
  none: string;
}

/** The highest counts, each with a bar behind it. */
export function Ranking({ title, column, rows, none }: Props) {
  const id = useId();
  const highestCount = Math.max(1, ...rows.map((row) => row.views));
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {rows.length === 0 ? (
        <p className="views__none">{none}</p>
      ) : (
        <table className="ranking" aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{column}</th>
              <th scope="col">Views</th>
              <th scope="col">Readers</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.href ?? row.name}>
                <th scope="row">
                  {row.href ? <a href={row.href}>{row.name}</a> : row.name}
                  {row.note && <span className="ranking__note">{row.note}</span>}
                  <svg className="ranking__bar" aria-hidden="true">
                    <rect width={`${(100 * row.views) / highestCount}%`} height="100%" />
                  </svg>
                </th>
                <td>{row.views}</td>
                <td>{row.visitors}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
