/** Reason of a failed save; `onRetry` if a retry is possible without changes. */
export function Refusal({ message, onRetry }: { message: string; onRetry: (() => void) | null }) {
  return (
    <div className="notice notice--warning" role="alert">
      <p>Not saved. {message}</p>
      {onRetry && (
        <button type="button" className="button button--small" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
