import { useEffect, useLayoutEffect, useRef } from 'react';
import { BusyButton } from './BusyButton.tsx';

interface Props {
  reason: string;
  /** Loads again. The button is busy until the returned promise is fulfilled. */
  onRetry(): unknown;
}

/** Presses a button when the network is back, while `isActive`. */
export function usePressOnline(isActive = true) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isActive) return;
    const press = () => button.current?.click();
    addEventListener('online', press);
    return () => removeEventListener('online', press);
  }, [isActive]);
  return button;
}

/** A button that loads again, also when the network is back. */
export function RetryButton({ onRetry }: Pick<Props, 'onRetry'>) {
  const button = usePressOnline();
  return (
    <BusyButton className="button button--small" onPress={onRetry} ref={button}>
      Try again
    </BusyButton>
  );
}

/**
 * Shows why something could not be loaded. It loads again on request, and when the network is back. If it had the
 * focus then, the section around it gets it; browsers would put it at the start of the page.
 */
export function LoadFailed({ reason, onRetry }: Props) {
  const banner = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = banner.current;
    return () => {
      if (!element?.contains(document.activeElement)) return;
      const section = element.closest<HTMLElement>('section,dialog,main');
      // A component around it may have a better place for the focus.
      queueMicrotask(() => {
        if (!section || document.activeElement !== document.body) return;
        section.tabIndex = -1;
        section.focus();
      });
    };
  }, []);
  return (
    <div className="banner banner--warning" role="alert" ref={banner}>
      <p>{reason}</p>
      <RetryButton onRetry={onRetry} />
    </div>
  );
}
