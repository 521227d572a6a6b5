import type { ReactNode } from 'react';

/** Message of an empty list: why it is empty, and what to do. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}
