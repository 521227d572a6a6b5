import { SLOW } from '../../client/slow-notice.ts';

/** Stands where a list will be; `label` says to screen readers what is on its way. */
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
