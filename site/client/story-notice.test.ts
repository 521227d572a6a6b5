import { describe, expect, it } from 'vitest';
import { countStory, noticeWords } from './story-notice.ts';

describe('the note about member-only stories', () => {
  it.each<[string, unknown, string[], boolean]>([
    ['the first story', null, ['new'], false],
    ['another one', { month: '2026-11', read: ['old'], dismissed: false }, ['old', 'new'], false],
    ['the same again', { month: '2026-11', read: ['new'], dismissed: false }, ['new'], false],
    ['a note put away', { month: '2026-11', read: ['old'], dismissed: true }, ['old', 'new'], true],
    ['another month', { month: '2026-10', read: ['a', 'b'], dismissed: true }, ['new'], false],
    ['something else in its place', { month: '2026-11', read: 'a' }, ['new'], false],
  ])('counts %s', (_what, known, read, dismissed) => {
    expect(countStory(known, '2026-11', 'new')).toEqual({ month: '2026-11', read, dismissed });
  });

  it.each([
    [1, 'Free member-only story, 1 story left'],
    [2, 'Free member-only story, 0 stories left'],
    [3, 'Member-only story'],
  ])('says after %i of two what is left', (count, title) => {
    expect(noticeWords(count, 2).title).toBe(title);
  });
});
