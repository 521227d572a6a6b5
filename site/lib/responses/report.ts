import { COMMENT_REASON_MAX, type ReportReason, reportReasons } from '#contracts/comment-limits.ts';
import { showToast } from '../../client/show-toast.ts';
import { ApiError } from '../api-client.ts';
import { element } from '../search/elements.ts';
import { openDialog } from './ask.ts';
import { type Comment, reportComment } from './comment-calls.ts';

const names: Record<ReportReason, string> = {
  spam: 'It advertises something',
  abuse: 'It insults or threatens somebody',
  'off-topic': 'It has nothing to do with the article',
  other: 'Something else',
};

/** Asks what is wrong with a response, and tells the moderators. */
export function askForReport({ _id, name }: Comment): void {
  const choices = reportReasons.map((reason) =>
    element(
      'label',
      { class: 'check' },
      element('input', { type: 'radio', name: 'reason', value: reason }),
      names[reason],
    ),
  );
  const note = element('textarea', {
    ...{ id: 'report-note', name: 'note', rows: '2', maxlength: String(COMMENT_REASON_MAX) },
  });
  const error = element('p', { class: 'field__error', role: 'alert' });
  const cancel = element('button', { class: 'button', type: 'button' }, 'Cancel');
  const send = element('button', { class: 'button button--main', type: 'submit' }, 'Report');
  const form = element(
    'form',
    { class: 'form', novalidate: '' },
    element(
      'fieldset',
      { class: 'report__reasons' },
      element('legend', { class: 'field__label' }, 'What is wrong with it?'),
      ...choices,
    ),
    element(
      'div',
      { class: 'field' },
      element('label', { for: note.id }, 'Anything to add?'),
      note,
    ),
    ...[error, element('p', { class: 'dialog__actions' }, cancel, send)],
  );
  const dialog = openDialog(`Report the response of ${name}`, form);
  cancel.addEventListener('click', () => dialog.close());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (send.ariaBusy === 'true') return;
    const reason = new FormData(form).get('reason') as ReportReason | null;
    error.textContent = reason ? '' : 'Please choose what is wrong with it.';
    if (!reason) return form.querySelector('input')?.focus();
    send.ariaBusy = 'true';
    try {
      const { msg } = await reportComment(_id, { reason, note: note.value });
      dialog.close();
      void showToast({ type: 'SUCCESS', message: msg });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      error.textContent = failure.message;
    } finally {
      send.ariaBusy = null;
    }
  });
}
