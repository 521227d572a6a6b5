import { useCallback, useEffect, useState } from 'react';

/**
 * Distraction-free mode: only the text is visible, in the browser's full screen if available. Escape leaves
 * both, unless it closes something else first.
 */
export function useFullScreen(): [on: boolean, toggle: () => void] {
  const [on, setOn] = useState(false);
  const toggle = useCallback(() => setOn((current) => !current), []);

  useEffect(() => {
    if (!on) return;
    // If full screen is denied or missing, the overlay of the page is enough.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    const left = () => document.fullscreenElement === null && setOn(false);
    const press = (event: KeyboardEvent) => {
      const busy = event.defaultPrevented || document.querySelector('dialog:modal');
      if (event.key === 'Escape' && !busy) setOn(false);
    };
    document.addEventListener('fullscreenchange', left);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('fullscreenchange', left);
      document.removeEventListener('keydown', press);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
  }, [on]);
  return [on, toggle];
}
