import type { ReactNode } from 'react';

interface Props {
  className: string;
  facts: readonly (readonly [name: string, value: ReactNode])[];
}

/** Pairs of names and values. The island styles them. */
export function FactList({ className, facts }: Props) {
  return (
    <dl className={className}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
