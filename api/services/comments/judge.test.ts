import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Evidence, judge } from './judge.ts';

const sound: Evidence = {
  text: 'A thoughtful remark about the article',
  links: [],
  stamp: 'sound',
  hidden: false,
  author: 'trusted',
  repeated: false,
};
const links = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://example.org/${index}`);
const prose =
  'words and more words around what is linked, so that it is said why it is linked '.repeat(3);

describe('whether others see a comment at once', () => {
  it.each<[string, Partial<Evidence>, string]>([
    ['a trusted member', {}, 'published'],
    ['a new member', { author: 'new' }, 'held'],
    ['a guest', { author: 'guest' }, 'held'],
    ['a trusted member with two sources', { links: links(2), text: prose }, 'published'],
    ['a trusted member with three links', { links: links(3), text: prose }, 'held'],
    ['a trusted member with nothing but a link', { links: links(1), text: '' }, 'published'],
    ['a trusted member with nothing but links', { links: links(9), text: '' }, 'held'],
    ['a new member with nothing but links', { author: 'new', links: links(9), text: '' }, 'spam'],
    ['a guest faster than a person', { author: 'guest', stamp: 'hasty' }, 'held'],
    [
      'a guest faster than a person with links',
      { author: 'guest', stamp: 'hasty', links: links(3), text: prose },
      'spam',
    ],
    ['a trusted member faster than a person', { stamp: 'hasty' }, 'held'],
    ['a trusted member with a form of another page', { stamp: 'forged' }, 'held'],
    ['a trusted member by the documented call', { stamp: 'missing' }, 'published'],
    ['a trusted member whose page lay open for days', { stamp: 'old' }, 'published'],
    ['a trusted member who shouts', { text: 'THIS IS THE BEST ARTICLE EVER WRITTEN' }, 'published'],
    ['a trusted member with the same words', { repeated: true }, 'held'],
    ['a trusted member whose browser filled in the hidden field', { hidden: true }, 'held'],
    ['a new member whose program did', { author: 'new', hidden: true }, 'spam'],
    [
      'the owner, whatever it looks like',
      { author: 'owner', links: links(20), stamp: 'hasty', text: '' },
      'published',
    ],
  ])('%s', (_who, evidence, state) => {
    expect(judge({ ...sound, ...evidence }).state).toBe(state);
  });

  it('says what spoke against it', () => {
    expect(judge({ ...sound, links: links(7), text: '', repeated: true }).signals).toEqual([
      'many links',
      'very many links',
      'hardly more than links',
      'the same words again',
    ]);
  });

  it('never gets better by more links, and is never public for who is not trusted', () => {
    const order = ['published', 'held', 'spam'];
    const author = fc.constantFrom<Evidence['author']>('guest', 'new', 'trusted');
    const stamp = fc.constantFrom<Evidence['stamp']>('sound', 'missing', 'forged', 'hasty', 'old');
    fc.assert(
      fc.property(author, stamp, fc.nat(20), fc.boolean(), (who, when, count, repeated) => {
        const evidence = { ...sound, author: who, stamp: when, repeated, links: links(count) };
        const { state } = judge(evidence);
        const worse = judge({ ...evidence, links: links(count + 1) }).state;
        expect(order.indexOf(worse)).toBeGreaterThanOrEqual(order.indexOf(state));
        if (who !== 'trusted') expect(state).not.toBe('published');
      }),
    );
  });
});
