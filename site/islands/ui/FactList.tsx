import type { ReactNode } from 'react';

interface Props {
  className: string;
  /** `false` is skipped. */
  facts: readonly (readonly [name: string, value: ReactNode] | false)[];
}

/** Pairs of names and values. The island styles them. */
export function FactList({ className, facts }: Props) {
  return (
    <dl className={className}>
      {facts.map(
        (fact) =>
          fact && (
            <div key={fact[0]}>
              <dt>{fact[0]}</dt>
              <dd>{fact[1]}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
