import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
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

/** A button that loads again, also when the network is back. */
export function RetryButton({ onRetry }: Pick<Props, 'onRetry'>) {
  const button = usePressOnline();
  return (
    <BusyButton className="button button--small" onPress={onRetry} ref={button}>
      Try again
    </BusyButton>
  );
}

/** Focuses the section around an element that is removed with the focus, which browsers would reset to the page. */
function useFocusSection(element: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    const removed = element.current;
    return () => {
      if (!removed?.contains(document.activeElement)) return;
      const sections: HTMLElement[] = [];
      for (let node = removed.parentElement; node; node = node.parentElement)
        if (node.matches('section, dialog, main')) sections.push(node);
      queueMicrotask(() => {
        const section = sections.find(({ isConnected }) => isConnected);
        if (!section || document.activeElement !== document.body) return;
        if (!section.hasAttribute('tabindex')) section.tabIndex = -1;
        section.focus({ preventScroll: true });
      });
    };
  }, [element]);
}

/** Shows why something could not be loaded. It loads again on request, and when the network is back. */
export function LoadFailed({ reason, onRetry }: Props) {
  const banner = useRef<HTMLDivElement>(null);
  useFocusSection(banner);
  return (
    <div className="banner banner--warning" role="alert" ref={banner}>
      <p>{reason}</p>
      <RetryButton onRetry={onRetry} />
    </div>
  );
}
