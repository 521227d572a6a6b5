import { type ReactNode, useLayoutEffect, useRef } from 'react';

/** Replaces the form of an email link after success; its message gets the focus. */
export function LinkDone({ message, children }: { message: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <div className="account__done">
      <h2 tabIndex={-1} ref={heading}>
        {message}
      </h2>
      {children}
    </div>
  );
}
