/** Says why a list could not be fetched, and offers another try. */
export function FailedNotice({ reason, onRetry }: { reason: string; onRetry(): void }) {
  return (
    <div className="notice notice--warning" role="alert">
      <p>{reason}</p>
      <button type="button" className="button button--small" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
