import { describe, expect, it } from 'vitest';
import { countStory, noticeText } from './story-notice.ts';

describe('the note about member-only stories', () => {
  it.each<[string, unknown, string[], boolean]>([
    ['the first story', null, ['new'], false],
    [
      'a second story',
      { month: '2026-11', read: ['old'], dismissed: false },
      ['old', 'new'],
      false,
    ],
    ['the same story once', { month: '2026-11', read: ['new'], dismissed: false }, ['new'], false],
    [
      'a story after the note was dismissed',
      { month: '2026-11', read: ['old'], dismissed: true },
      ['old', 'new'],
      true,
    ],
    [
      'from the start in another month',
      { month: '2026-10', read: ['a', 'b'], dismissed: true },
      ['new'],
      false,
    ],
    [
      'from the start if the stored value is invalid',
      { month: '2026-11', read: 'a' },
      ['new'],
      false,
    ],
  ])('counts %s', (_title, stored, read, dismissed) => {
    expect(countStory(stored, '2026-11', 'new')).toEqual({ month: '2026-11', read, dismissed });
  });

  it.each([
    [1, 'Free member-only story, 1 story left'],
    [2, 'Free member-only story, 0 stories left'],
    [3, 'Member-only story'],
  ])('shows the stories left of two after %i', (count, title) => {
    expect(noticeText(count, 2).title).toBe(title);
  });
});
