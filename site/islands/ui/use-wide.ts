import { useSyncExternalStore } from 'react';

/** True if the window is at least this wide, such as `75rem`. */
export function useWide(width: string): boolean {
  const query = matchMedia(`(width >= ${width})`);
  return useSyncExternalStore(
    (changed) => {
      query.addEventListener('change', changed);
      return () => query.removeEventListener('change', changed);
    },
    () => query.matches,
  );
}
