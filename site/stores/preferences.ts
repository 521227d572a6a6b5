import { persistentAtom } from '@nanostores/persistent';
import { isTimeZone } from '#contracts/zoned-time.ts';
import { browserZone } from '../format/dates.ts';
import './persistent-engine.ts';

/** Creates a store for one of several values. The first one is the default. */
const persistentOption = <Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
) =>
  persistentAtom<Value>(key, values[0], {
    encode: String,
    decode: (stored: string) => values.find((value) => value === stored) ?? values[0],
  });

export type EditorLayout = 'both' | 'write' | 'preview';

/** Visible panes of the article editor. */
export const $editorLayout = persistentOption<EditorLayout>('editor-layout', [
  'both',
  'write',
  'preview',
]);
/** State of the panel with the details of an article. */
export const $editorDetails = persistentOption('editor-details', ['open', 'closed']);
/** State of the single-key shortcuts for moderation. */
export const $moderationKeys = persistentOption('moderation-keys', ['on', 'off']);

/** Time zone of scheduled times. The zone of the browser is the default. */
export const $timeZone = persistentAtom<string>('schedule-zone', browserZone(), {
  encode: String,
  decode: (stored: string) => (isTimeZone(stored) ? stored : browserZone()),
});

export const setEditorLayout = (layout: EditorLayout) => $editorLayout.set(layout);
export const setEditorDetails = (details: 'open' | 'closed') => $editorDetails.set(details);
export const setModerationKeys = (keys: 'on' | 'off') => $moderationKeys.set(keys);
export const setTimeZone = (zone: string) => $timeZone.set(zone);
