import { useId, useState } from 'react';
import { editPath } from '../../format/links.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { MomentField } from '../ui/moment/MomentField.tsx';
import {
  type Moment,
  momentOf,
  readMoment,
  validateMoment,
  writeMoment,
} from '../ui/moment/moment.ts';
import { useDialog } from '../ui/use-dialog.ts';
import { useForm } from '../ui/use-form.ts';
import { extrasOf } from './DayEntries.tsx';
import type { Placed } from './use-calendar.ts';

interface Props {
  placed: Placed;
  /** Time zone for times without one of their own. */
  zone: string;
  onPlan(moment: Moment): Promise<unknown>;
  onCancel(): Promise<unknown>;
  /** Returns the reason for a failure as a sentence. */
  explain(error: unknown): string;
  onClose(): void;
}

/** A scheduled article: change its time, turn it back into a draft, or open the editor. */
export function PlanDialog({ placed, zone, onPlan, onCancel, explain, onClose }: Props) {
  const { entry } = placed;
  const { dialog, close } = useDialog(onClose);
  const titleId = useId();
  const stored = momentOf(entry.at, entry.zone ?? zone);
  const [moment, setMoment] = useState(readMoment(stored));
  /** Reason why the schedule could not be removed. */
  const [failure, setFailure] = useState<string | undefined>();
  const draft = entry.state === 'draft';
  const extras = extrasOf(placed);

  const isSame = moment !== null && writeMoment(moment) === stored;
  const { form, button, errors } = useForm({
    check: () => {
      const fault = isSame ? null : findFault(moment);
      return { ...(fault && { scheduledDate: fault }) };
    },
    send: async () => moment && !isSame && onPlan(moment),
    onDone: close,
    explain,
  });

  async function cancel() {
    try {
      await onCancel();
      close();
    } catch (error) {
      setFailure(explain(error));
    }
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
      <form className="form" {...form}>
        <MomentField
          value={moment}
          defaults={{ zone, time: '09:00' }}
          error={failure ?? errors.fields.scheduledDate ?? (errors.form || undefined)}
          hint="Choose a day from tomorrow to 3 months ahead."
          onChange={(next) => {
            setMoment(next);
            setFailure(undefined);
          }}
          onZone={() => undefined}
        />
        <p className="dialog__actions plan__actions">
          <BusyButton className="button" onPress={cancel}>
            {draft ? 'Remove schedule' : 'Back to draft'}
          </BusyButton>
          <button type="button" className="button" onClick={close}>
            Close
          </button>
          <button className="button button--main" {...button}>
            Save schedule
          </button>
        </p>
      </form>
    </dialog>
  );
}

const findFault = (moment: Moment | null): string | null =>
  moment ? validateMoment(moment, Date.now()) : 'Choose a day or remove the schedule.';
