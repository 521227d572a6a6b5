import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** Description in one sentence. */
  lead: ReactNode;
  children: ReactNode;
}

/** A section of the account page: description on the left, actions on the right. */
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
