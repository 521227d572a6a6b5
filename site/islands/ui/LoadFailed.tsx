import { useEffect, useRef } from 'react';
import { BusyButton } from './BusyButton.tsx';

interface Props {
  reason: string;
  /** Loads again. The button is busy until the returned promise is fulfilled. */
  onRetry(): unknown;
}

/** Shows why something could not be loaded. It loads again on request, and when the network is back. */
export function LoadFailed({ reason, onRetry }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const retry = () => button.current?.click();
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  }, []);
  return (
    <div className="banner banner--warning" role="alert">
      <p>{reason}</p>
      <BusyButton className="button button--small" onPress={onRetry} ref={button}>
        Try again
      </BusyButton>
    </div>
  );
}
