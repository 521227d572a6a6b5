import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ScoreInput, scoreComment } from './spam-score.ts';

const valid: ScoreInput = {
  text: 'A thoughtful remark about the article',
  links: [],
  formToken: 'valid',
  hidden: false,
  author: 'trusted',
  repeated: false,
};
const links = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://example.org/${index}`);
const prose =
  'words and more words around the links, so that the comment explains its sources '.repeat(3);

describe('scoreComment', () => {
  it.each<[string, Partial<ScoreInput>, string]>([
    ['a trusted member', {}, 'published'],
    ['a new member', { author: 'new' }, 'held'],
    ['a guest', { author: 'guest' }, 'held'],
    ['a trusted member with two links', { links: links(2), text: prose }, 'published'],
    ['a trusted member with three links', { links: links(3), text: prose }, 'held'],
    ['a trusted member with only a link', { links: links(1), text: '' }, 'published'],
    ['a trusted member with only links', { links: links(9), text: '' }, 'held'],
    ['a new member with only links', { author: 'new', links: links(9), text: '' }, 'spam'],
    ['a guest who submits too fast', { author: 'guest', formToken: 'too-fast' }, 'held'],
    [
      'a guest who submits too fast with links',
      { author: 'guest', formToken: 'too-fast', links: links(3), text: prose },
      'spam',
    ],
    ['a trusted member who submits too fast', { formToken: 'too-fast' }, 'held'],
    ['a trusted member with the form of another page', { formToken: 'forged' }, 'held'],
    ['a trusted member without a form token', { formToken: 'missing' }, 'published'],
    ['a trusted member with an expired form', { formToken: 'expired' }, 'published'],
    [
      'a trusted member who writes in capitals',
      { text: 'THIS IS THE BEST ARTICLE EVER WRITTEN' },
      'published',
    ],
    ['a trusted member who repeats a text', { repeated: true }, 'held'],
    ['a trusted member with a filled honeypot field', { hidden: true }, 'held'],
    ['a new member with a filled honeypot field', { author: 'new', hidden: true }, 'spam'],
    [
      'the owner with many links',
      { author: 'owner', links: links(20), formToken: 'too-fast', text: '' },
      'published',
    ],
  ])('decides the state of a comment by %s', (_who, input, state) => {
    expect(scoreComment({ ...valid, ...input }).state).toBe(state);
  });

  it('returns the labels of the matching rules', () => {
    expect(
      scoreComment({ ...valid, links: links(7), text: '', repeated: true }).spamFactors,
    ).toEqual(['many links', 'very many links', 'mostly links', 'same text again']);
  });

  it('never improves with more links and never publishes comments of untrusted authors', () => {
    const order = ['published', 'held', 'spam'];
    const author = fc.constantFrom<ScoreInput['author']>('guest', 'new', 'trusted');
    const formToken = fc.constantFrom<ScoreInput['formToken']>(
      'valid',
      'missing',
      'forged',
      'too-fast',
      'expired',
    );
    fc.assert(
      fc.property(author, formToken, fc.nat(20), fc.boolean(), (who, when, count, repeated) => {
        const input = { ...valid, author: who, formToken: when, repeated, links: links(count) };
        const { state } = scoreComment(input);
        const worse = scoreComment({ ...input, links: links(count + 1) }).state;
        expect(order.indexOf(worse)).toBeGreaterThanOrEqual(order.indexOf(state));
        if (who !== 'trusted') expect(state).not.toBe('published');
      }),
    );
  });
});
