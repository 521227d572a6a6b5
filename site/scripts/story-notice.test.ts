import { expect, it } from 'vitest';
import { countStory } from './story-notice.ts';

it.each<[string, string | null, string[]]>([
  ['the first story', null, ['new']],
  ['a second story', '2026-11 old', ['old', 'new']],
  ['the same story once', '2026-11 new', ['new']],
  ['a story after the note was dismissed', '2026-11 old !', ['old', '!', 'new']],
  ['from the start in another month', '2026-10 a b !', ['new']],
  ['from the start if the stored value is invalid', '{"month":"2026-11","read":"a"}', ['new']],
])('counts %s', (_title, stored, slugs) => {
  expect(countStory(stored, '2026-11', 'new')).toEqual(slugs);
});
