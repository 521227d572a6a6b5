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
  const shownFindings = useRef('');

  async function publish(): Promise<void> {
    if (asking.current) return;
    if (Object.keys(editor.faults(false)).length > 0) return editor.save(false);
    asking.current = true;
    const warnings = await checks.warningsNow().finally(() => {
      asking.current = false;
    });
    const wording = JSON.stringify(warnings.map(({ code, about, field }) => [code, about, field]));
    if (warnings.length === 0 || wording === shownFindings.current) return editor.save(false);
    shownFindings.current = wording;
    setWarned(warnings.toSorted((a, b) => rank(a) - rank(b)));
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
