import { describe, expect, it } from 'vitest';
import {
  commentChangeRequest,
  commentCreateRequest,
  commentListQuery,
  moderationRequest,
} from './comment.ts';
import { COMMENT_MAX, commentMessages } from './comment-limits.ts';

const read = (body: object) => commentCreateRequest.safeParse(body);
const errorMessage = (body: object) => read(body).error?.issues[0]?.message;

describe('the text of a comment', () => {
  it.each([
    ['nothing at all', ''],
    ['spaces and line breaks', ' \r\n\t \n'],
    ['zero-width signs', '\u200b\u200d\ufeff'],
    ['a blank of braille', '\u2800'],
    ['a filler of hangul', '\u3164\uffa0'],
    ['an accent on nothing', '\u0301'],
  ])('may not be %s', (_what, comment) => {
    expect(errorMessage({ comment })).toBe(commentMessages.empty);
  });

  it('is required', () => {
    expect(errorMessage({})).toBe(commentMessages.empty);
  });

  it(`has at most ${COMMENT_MAX} characters after trimming`, () => {
    expect(read({ comment: ` ${'x'.repeat(COMMENT_MAX)}\n` }).success).toBe(true);
    expect(errorMessage({ comment: 'x'.repeat(COMMENT_MAX + 1) })).toBe(commentMessages.tooLong);
  });

  it.each(['\0', '\u001b[31m', '\u009b'])('refuses the control character %j', (sign) => {
    expect(errorMessage({ comment: `a${sign}b` })).toBe(commentMessages.control);
  });

  it('has normalized line breaks', () => {
    expect(commentChangeRequest.parse({ comment: ' a\r\nb\rc\td ' }).comment).toBe('a\nb\nc\td');
  });
});

describe('the author of a comment', () => {
  it('does not depend on documented fields, which are accepted', () => {
    const body = {
      comment: 'Hello',
      postId: 'other',
      user: { role: 1 },
      name: 'Ann',
      avatar: '/x',
    };
    expect(read(body).data).toMatchObject({ comment: 'Hello' });
    expect(JSON.stringify(read(body).data)).not.toMatch(/other|role|Ann|\/x/);
  });

  it.each(['likes', 'state', 'html', 'isAdmin'])('cannot be set by the field %s', (name) => {
    expect(read({ comment: 'Hello', [name]: 1 }).success).toBe(false);
  });
});

it('accepts two orders and a limited size of a list', () => {
  expect(commentListQuery.parse({})).toEqual({ sort: 'relevant', limit: 20 });
  for (const wrong of [{ sort: 'loud' }, { limit: 51 }, { limit: 0 }, { offset: 3 }]) {
    expect(commentListQuery.safeParse(wrong).success).toBe(false);
  }
});

it('accepts decisions about 1 to 100 comments', () => {
  const ids = Array.from({ length: 101 }, (_, index) => `c${index}`);
  expect(moderationRequest.safeParse({ ids, decision: 'approve' }).success).toBe(false);
  expect(moderationRequest.safeParse({ ids: [], decision: 'approve' }).success).toBe(false);
  expect(moderationRequest.safeParse({ ids: ids.slice(1), decision: 'spam' }).success).toBe(true);
});
