import { useRef, useState } from 'react';
import type { CheckFinding } from '#contracts/article-check.ts';
import type { useEditor } from '../use-editor.ts';
import type { Checks } from './use-checks.ts';

/** Findings, most serious first. */
const rank = ({ level }: CheckFinding) => (level === 'problem' ? 0 : 1);

/**
 * Publishes an article after showing the findings of the checks once. Equal findings are not shown again, and
 * errors that prevent saving come first.
 */
export function usePublish(editor: ReturnType<typeof useEditor>, checks: Checks) {
  const [warned, setWarned] = useState<CheckFinding[]>([]);
  const asking = useRef(false);
  const said = useRef('');

  async function publish(): Promise<void> {
    if (asking.current) return;
    if (Object.keys(editor.faults(false)).length > 0) return editor.save(false);
    asking.current = true;
    const found = await checks.warningsNow().finally(() => {
      asking.current = false;
    });
    const wording = JSON.stringify(found.map(({ code, about, field }) => [code, about, field]));
    if (found.length === 0 || wording === said.current) return editor.save(false);
    said.current = wording;
    setWarned(found.toSorted((one, other) => rank(one) - rank(other)));
  }

  return {
    publish,
    /** Findings that are currently shown; empty if there are none. */
    warned,
    publishAnyway() {
      setWarned([]);
      void editor.save(false);
    },
    leave: () => setWarned([]),
  };
}
