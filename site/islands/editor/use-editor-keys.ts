import { useEffect, useRef } from 'react';

/** Actions of shortcuts that work everywhere in the editor. */
interface Keys {
  save(): void;
  preview(): void;
  keys(): void;
  full(): void;
}

/** Listens for the editor's shortcuts while no dialog is open. */
export function useEditorKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.defaultPrevented) return;
      if (document.querySelector('dialog:modal:not(.drawer)')) return;
      const key = event.key.toLowerCase();
      const name = event.shiftKey ? { f: 'full' as const }[key] : plain[key];
      if (!name) return;
      event.preventDefault();
      current.current[name]();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

const plain: Record<string, keyof Keys | undefined> = {
  s: 'save',
  enter: 'preview',
  '/': 'keys',
};
