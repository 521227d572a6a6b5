import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** What it is about, in a sentence. */
  lead: ReactNode;
  children: ReactNode;
}

/** One part of the account: what it is on the left, what can be done on the right. */
export function Section({ title, lead, children }: Props) {
  const id = useId();
  return (
    <section className="own-account__section" aria-labelledby={id}>
      <div className="own-account__lead">
        <h2 id={id}>{title}</h2>
        <p>{lead}</p>
      </div>
      <div className="own-account__body">{children}</div>
    </section>
  );
}
