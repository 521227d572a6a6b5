import { useState } from 'react';
import { readOwnData } from './account-calls.ts';
import { Section } from './Section.tsx';
import type { Act } from './use-account.ts';

/** Hands what was fetched to the reader as a file. */
function download(name: string, value: unknown): void {
  const file = new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: 'application/json' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Taking everything along. */
export function DataSection({ act }: { act: Act }) {
  const [busy, setBusy] = useState(false);

  async function take() {
    if (busy) return;
    setBusy(true);
    await act(async () => {
      download('my-data.json', await readOwnData());
      return { msg: 'Your data is on its way into your downloads.' };
    });
    setBusy(false);
  }

  return (
    <Section
      title="Your data"
      lead="Everything this site holds about you, in a file that people and programs can read."
    >
      <p>
        <button
          type="button"
          className="button"
          aria-busy={busy || undefined}
          onClick={() => void take()}
        >
          Download your data
        </button>
      </p>
    </Section>
  );
}
