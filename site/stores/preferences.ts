import { persistentAtom } from '@nanostores/persistent';
import { isTimeZone } from '#contracts/zoned-time.ts';
import './persistent-engine.ts';

/** One of several values. The first one counts until another is chosen. */
const persistentChoice = <Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
) =>
  persistentAtom<Value>(key, values[0], {
    encode: String,
    decode: (stored: string) => values.find((value) => value === stored) ?? values[0],
  });

export type EditorLayout = 'both' | 'write' | 'preview';

/** What the owner sees of an article while writing. */
export const $editorLayout = persistentChoice<EditorLayout>('editor-layout', [
  'both',
  'write',
  'preview',
]);
/** Whether the details of an article are shown beside its text. */
export const $editorDetails = persistentChoice('editor-details', ['open', 'closed']);
/** Whether single keys moderate comments. */
export const $moderationKeys = persistentChoice('moderation-keys', ['on', 'off']);

const ownZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Time zone of planned times; the browser's own until another is chosen. */
export const $timeZone = persistentAtom<string>('schedule-zone', ownZone, {
  encode: String,
  decode: (stored: string) => (isTimeZone(stored) ? stored : ownZone),
});

export const setEditorLayout = (layout: EditorLayout) => $editorLayout.set(layout);
export const setEditorDetails = (details: 'open' | 'closed') => $editorDetails.set(details);
export const setModerationKeys = (keys: 'on' | 'off') => $moderationKeys.set(keys);
export const setTimeZone = (zone: string) => $timeZone.set(zone);
