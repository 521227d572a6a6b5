import type { CommentState } from '#contracts/comment.ts';
import type { StampVerdict } from './form-stamp.ts';

/** From so many points even somebody who is trusted waits for a look. */
const HELD_FROM = 3;
/** From so many points nobody but a moderator who looks for it sees a comment. */
const SPAM_FROM = 6;
/** Links that are nothing special: somebody who gives a source or two. */
const LINKS_FREE = 2;

/** What is known of a comment before it is stored. */
export interface Evidence {
  /** What it says, without markup. */
  text: string;
  /** Addresses it links to. */
  links: string[];
  stamp: StampVerdict;
  /** Whether the field is filled in that people do not see; a careless browser may, too. */
  hidden: boolean;
  /** `trusted` members have passed often enough; `owner` is an admin. */
  author: 'guest' | 'new' | 'trusted' | 'owner';
  /** Whether the same words are there already, by the same author. */
  repeated: boolean;
}

/** What becomes of a comment, and what spoke against it, in words for a moderator. */
export interface Verdict {
  state: Extract<CommentState, 'published' | 'held' | 'spam'>;
  signals: string[];
}

/** Rules: whether they apply, how much they weigh, and what they are called. */
const rules: [(evidence: Evidence) => boolean, points: number, name: string][] = [
  [({ stamp }) => stamp === 'hasty', 3, 'sent within three seconds'],
  [({ stamp }) => stamp === 'forged', 3, 'form of another page'],
  [({ stamp }) => stamp === 'missing', 1, 'sent without the form'],
  [({ hidden }) => hidden, 6, 'filled in the hidden field'],
  [({ links }) => links.length > LINKS_FREE, 3, 'many links'],
  [({ links }) => links.length > 3 * LINKS_FREE, 3, 'very many links'],
  [({ links, text }) => links.length > 0 && mostlyLinks(links, text), 2, 'hardly more than links'],
  [({ text }) => shouts(text), 1, 'capital letters'],
  [({ repeated }) => repeated, 3, 'the same words again'],
];

/** Decides whether others see a comment at once. Pure: the same evidence, the same verdict. */
export function judge(evidence: Evidence): Verdict {
  if (evidence.author === 'owner') return { state: 'published', signals: [] };
  const met = rules.filter(([applies]) => applies(evidence));
  const points = met.reduce((sum, [, weight]) => sum + weight, 0);
  const signals = met.map(([, , name]) => name);
  if (points >= SPAM_FROM && evidence.author !== 'trusted') return { state: 'spam', signals };
  const held = points >= HELD_FROM || evidence.author !== 'trusted';
  return { state: held ? 'held' : 'published', signals };
}

/** Words beside the links, below which a comment is there for their sake. */
const WORDS_PER_LINK = 4;

function mostlyLinks(links: string[], text: string): boolean {
  const words = text.split(/\s+/).filter((word) => word !== '' && !/^https?:|^www\./i.test(word));
  return words.length < links.length * WORDS_PER_LINK;
}

/** Letters from which capitals mean something. */
const SHOUT_MIN = 20;

function shouts(text: string): boolean {
  const letters = text.replace(/[^\p{Lu}\p{Ll}]/gu, '');
  return letters.length >= SHOUT_MIN && letters.replace(/\p{Lu}/gu, '').length < letters.length / 5;
}
