import { useEffect, useRef } from 'react';
import { BusyButton } from './BusyButton.tsx';

interface Props {
  reason: string;
  /** Loads again. The button is busy until the returned promise is fulfilled. */
  onRetry(): unknown;
}

/** Presses a button when the network is back. */
export function usePressOnline() {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const press = () => button.current?.click();
    addEventListener('online', press);
    return () => removeEventListener('online', press);
  }, []);
  return button;
}

/** Shows why something could not be loaded. It loads again on request, and when the network is back. */
export function LoadFailed({ reason, onRetry }: Props) {
  const button = usePressOnline();
  return (
    <div className="banner banner--warning" role="alert">
      <p>{reason}</p>
      <BusyButton className="button button--small" onPress={onRetry} ref={button}>
        Try again
      </BusyButton>
    </div>
  );
}
