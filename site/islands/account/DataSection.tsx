import { useState } from 'react';
import { readOwnData } from '../../client/account-calls.ts';
import { saveFile } from '../../client/save-file.ts';
import { Section } from '../ui/Section.tsx';
import type { Act } from '../ui/use-act.tsx';

/** Downloads all data of the account. */
export function DataSection({ act }: { act: Act }) {
  const [busy, setBusy] = useState(false);

  async function download() {
    if (busy) return;
    setBusy(true);
    await act(async () => {
      const text = `${JSON.stringify(await readOwnData(), null, 2)}\n`;
      saveFile('my-data.json', new Blob([text], { type: 'application/json' }));
      return { msg: 'Your data is being downloaded.' };
    });
    setBusy(false);
  }

  return (
    <Section title="Your data" lead="All data this site stores about you, in a readable JSON file.">
      <p>
        <button
          type="button"
          className="button"
          aria-busy={busy || undefined}
          onClick={() => void download()}
        >
          Download your data
        </button>
      </p>
    </Section>
  );
}
