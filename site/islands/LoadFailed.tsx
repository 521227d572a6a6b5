interface Props {
  reason: string;
  onRetry(): void;
}

/** Says why a list could not be fetched, and asks for it again. */
export function LoadFailed({ reason, onRetry }: Props) {
  return (
    <div className="notice notice--warning" role="alert">
      <p>{reason}</p>
      <button type="button" className="button button--small" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
