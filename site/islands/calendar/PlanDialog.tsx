import { useId, useState } from 'react';
import { editPath } from '../../format/links.ts';
import { MomentField } from '../ui/moment/MomentField.tsx';
import {
  type Moment,
  momentOf,
  readMoment,
  validateMoment,
  writeMoment,
} from '../ui/moment/moment.ts';
import { SubmitButton } from '../ui/SubmitButton.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import { extrasOf } from './EntryMark.tsx';
import type { Placed } from './use-calendar.ts';

interface Props {
  placed: Placed;
  /** Time zone for times without one of their own. */
  zone: string;
  /** @returns the reason for a failure as a sentence, or null after success */
  onPlan(moment: Moment): Promise<string | null>;
  onCancel(): Promise<string | null>;
  onClose(): void;
}

/** A scheduled article: change its time, turn it back into a draft, or open the editor. */
export function PlanDialog({ placed, zone, onPlan, onCancel, onClose }: Props) {
  const { entry } = placed;
  const { dialog, close } = useDialog(onClose);
  const titleId = useId();
  const stored = momentOf(entry.at, entry.zone ?? zone);
  const [moment, setMoment] = useState(readMoment(stored));
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const draft = entry.state === 'draft';
  const extras = extrasOf(placed);

  async function submit(call: () => Promise<string | null>) {
    if (busy) return;
    setBusy(true);
    const reason = await call();
    setBusy(false);
    if (reason === null) close();
    else setError(reason);
  }
  function save() {
    if (!moment) return setError('Choose a day or remove the schedule.');
    const same = writeMoment(moment) === stored;
    const fault = same ? null : validateMoment(moment, Date.now());
    if (fault) return setError(fault);
    if (same) close();
    else void submit(() => onPlan(moment));
  }

  return (
    <dialog ref={dialog} className="dialog plan" aria-labelledby={titleId} onClose={onClose}>
      <h2 id={titleId} lang={entry.language} dir="auto">
        {entry.title}
      </h2>
      <p className="plan__state">
        <span className={`chip chip--${entry.state}`}>{draft ? 'Draft' : 'Scheduled'}</span>{' '}
        {draft
          ? 'Still a draft. Publish it in the editor so that it goes live at this time.'
          : extras && `At the same time: ${extras}.`}{' '}
        <a href={editPath(entry._id)}>Open in the editor</a>
      </p>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <MomentField
          value={moment}
          defaults={{ zone, time: '09:00' }}
          error={error}
          hint="Choose a day from tomorrow to 3 months ahead."
          onChange={(next) => {
            setMoment(next);
            setError(undefined);
          }}
          onZone={() => undefined}
        />
        <p className="dialog__actions plan__actions">
          <button
            type="button"
            className="button"
            aria-disabled={busy || undefined}
            onClick={() => void submit(onCancel)}
          >
            {draft ? 'Remove schedule' : 'Back to draft'}
          </button>
          <button type="button" className="button" onClick={close}>
            Close
          </button>
          <SubmitButton className="button button--main" isBusy={busy}>
            Save schedule
          </SubmitButton>
        </p>
      </form>
    </dialog>
  );
}
