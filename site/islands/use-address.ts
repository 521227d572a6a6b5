import { useCallback, useEffect, useState } from 'react';

interface Words<Asked> {
  /** What an address asks for; whatever makes no sense in it is its usual value. */
  read(words: URLSearchParams): Asked;
  /** What stands in the address for it; usual values are left out. */
  write(asked: Asked): Record<string, string>;
}

/**
 * What a list is asked for, kept in the address: reloading, going back and a link that is passed on find
 * the same again. `words` has to be stable; `returned` counts how often somebody went back or on.
 */
export function useAddress<Asked>(words: Words<Asked>): {
  asked: Asked;
  /** @param how `replace` leaves no step to go back to, as for every letter that is typed */
  ask(next: Asked, how?: 'push' | 'replace'): void;
  returned: number;
} {
  const [asked, setAsked] = useState(() => words.read(new URLSearchParams(location.search)));
  const [returned, setReturned] = useState(0);
  useEffect(() => {
    const onPop = () => {
      setAsked(words.read(new URLSearchParams(location.search)));
      setReturned((times) => times + 1);
    };
    addEventListener('popstate', onPop);
    return () => removeEventListener('popstate', onPop);
  }, [words]);
  const ask = useCallback(
    (next: Asked, how: 'push' | 'replace' = 'push') => {
      const search = new URLSearchParams(words.write(next)).toString();
      const address = location.pathname + (search === '' ? '' : `?${search}`);
      if (how === 'push') history.pushState(null, '', address);
      else history.replaceState(null, '', address);
      setAsked(next);
    },
    [words],
  );
  return { asked, ask, returned };
}
