/** Stands where a list will be; `label` says to screen readers what is on its way. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div className="skeleton">
      <span className="quiet">{label}</span>
      <i />
      <i />
      <i />
    </div>
  );
}
