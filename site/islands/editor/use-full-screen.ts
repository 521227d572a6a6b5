import { useCallback, useEffect, useState } from 'react';

/**
 * Whether nothing but the text is on the screen. The browser's own full screen comes with it where
 * there is one; Escape leaves both, unless it has something nearer to close.
 */
export function useFullScreen(): [on: boolean, toggle: () => void] {
  const [on, setOn] = useState(false);
  const toggle = useCallback(() => setOn((current) => !current), []);

  useEffect(() => {
    if (!on) return;
    // Refused where it is not allowed, or not there: the page's own overlay does as well.
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
