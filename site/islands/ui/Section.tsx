import { type ReactNode, useId, useRef } from 'react';
import { useFocusFallback } from './use-focus-fallback.ts';

interface Props {
  title: string;
  /** Description in one sentence. */
  lead: ReactNode;
  children: ReactNode;
}

/**
 * A section of the account page: description on the left, actions on the right. Its heading gets the focus of a
 * removed control.
 */
export function Section({ title, lead, children }: Props) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusFallback(() => heading.current, section);
  return (
    <section className="own-account__section" aria-labelledby={id} ref={section}>
      <div className="own-account__lead">
        <h2 id={id} tabIndex={-1} ref={heading}>
          {title}
        </h2>
        <p>{lead}</p>
      </div>
      <div className="own-account__body">{children}</div>
    </section>
  );
}
