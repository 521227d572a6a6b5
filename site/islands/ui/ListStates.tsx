import type { ReactNode } from 'react';
import { SLOW_NOTICE } from '../../client/slow-notice.ts';

/** Message of an empty list: why it is empty, and what to do. */
export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      <p>{children}</p>
    </div>
  );
}

/** Placeholder of a list; `label` is for screen readers. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div className="skeleton">
      <i />
      <i />
      <i />
      <p role="status">
        <span className="visually-hidden">{label}</span> <span className="slow">{SLOW_NOTICE}</span>
      </p>
    </div>
  );
}
