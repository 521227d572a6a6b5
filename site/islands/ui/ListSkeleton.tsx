import { SLOW } from '../../client/slow-notice.ts';

/** Placeholder of a list; `label` is for screen readers. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div className="skeleton">
      <i />
      <i />
      <i />
      <p role="status">
        <span className="quiet">{label}</span> <span className="slow">{SLOW}</span>
      </p>
    </div>
  );
}
