import { type ReactNode, useEffect, useRef } from 'react';

/** Replaces the form of an email link after success; its message gets the focus. */
export function LinkDone({ sentence, children }: { sentence: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="account__done">
      <h2 tabIndex={-1} ref={heading}>
        {sentence}
      </h2>
      {children}
    </div>
  );
}
