import { useEffect } from 'react';

interface Props {
  reason: string;
  onRetry(): void;
}

/** Shows why something could not be loaded. It loads again on request, and when the network is back. */
export function LoadFailed({ reason, onRetry }: Props) {
  useEffect(() => {
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [onRetry]);
  return (
    <div className="banner banner--warning" role="alert">
      <p>{reason}</p>
      <button type="button" className="button button--small" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
