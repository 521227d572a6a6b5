import type { CommentState } from '#contracts/comment.ts';
import { countCommentsOf } from '../../db/hot/comments.ts';
import { settingOf } from '../../db/hot/site.ts';
import type { CommentContext, FormTokenStatus } from './context.ts';
import type { CommentViewer } from './queries.ts';

/** Score from which even comments of trusted authors are held for moderation. */
const HELD_FROM = 3;
/** Score from which a comment counts as spam. */
const SPAM_FROM = 6;
/** Number of links that does not affect the score, such as sources. */
const LINKS_ALLOWED = 2;

/** Properties of a comment that affect its score. */
export interface ScoreInput {
  /** Text without markup. */
  text: string;
  /** URLs of links. */
  links: string[];
  formToken: FormTokenStatus;
  /** True if the honeypot field is filled in; browsers that fill in forms may do so, too. */
  hidden: boolean;
  /** `trusted` members have enough approved comments; `owner` is an admin. */
  author: 'guest' | 'new' | 'trusted' | 'owner';
  /** True if the author has posted the same text before. */
  repeated: boolean;
}

/** Initial state of a comment, and the rules that matched, as labels for moderators. */
export interface CommentScore {
  state: Extract<CommentState, 'published' | 'held' | 'spam'>;
  spamFactors: string[];
}

/** Scoring rules: condition, points and label. */
const rules: [(input: ScoreInput) => boolean, points: number, name: string][] = [
  [({ formToken }) => formToken === 'too-fast', 3, 'sent within three seconds'],
  [({ formToken }) => formToken === 'forged', 3, 'form from another page'],
  [({ formToken }) => formToken === 'missing', 1, 'sent without JavaScript or by a program'],
  [({ hidden }) => hidden, 6, 'filled in the hidden field'],
  [({ links }) => links.length > LINKS_ALLOWED, 3, 'many links'],
  [({ links }) => links.length > 3 * LINKS_ALLOWED, 3, 'very many links'],
  [({ links, text }) => links.length > 0 && isMostlyLinks(links, text), 2, 'mostly links'],
  [({ text }) => isMostlyCapitals(text), 1, 'capital letters'],
  [({ repeated }) => repeated, 3, 'same text again'],
];

/** Calculates the initial state of a comment from its properties. */
export function scoreComment(input: ScoreInput): CommentScore {
  if (input.author === 'owner') return { state: 'published', spamFactors: [] };
  const matches = rules.filter(([applies]) => applies(input));
  const points = matches.reduce((sum, [, weight]) => sum + weight, 0);
  const spamFactors = matches.map(([, , name]) => name);
  if (points >= SPAM_FROM && input.author !== 'trusted') return { state: 'spam', spamFactors };
  const held = points >= HELD_FROM || input.author !== 'trusted';
  return { state: held ? 'held' : 'published', spamFactors };
}

/** Fewer words per link than this count as mostly links. */
const WORDS_PER_LINK = 4;

function isMostlyLinks(links: string[], text: string): boolean {
  const words = text.split(/\s+/).filter((word) => word !== '' && !/^https?:|^www\./i.test(word));
  return words.length < links.length * WORDS_PER_LINK;
}

/** Letters below which capitals are ignored. */
const CAPITALS_LETTERS_MIN = 20;

function isMostlyCapitals(text: string): boolean {
  const letters = text.replace(/[^\p{Lu}\p{Ll}]/gu, '');
  return (
    letters.length >= CAPITALS_LETTERS_MIN &&
    letters.replace(/\p{Lu}/gu, '').length < letters.length / 5
  );
}

/** Returns the trust in an author, based on their earlier comments. */
export function getAuthorTrust(
  { database }: Pick<CommentContext, 'database'>,
  { admin, userId }: Pick<CommentViewer, 'admin' | 'userId'>,
): ScoreInput['author'] {
  if (admin) return 'owner';
  if (userId === null) return 'guest';
  const required = settingOf(database, 'comments-trusted-after');
  if (countCommentsOf(database, userId, 'spam', 1) > 0) return 'new';
  const approved = countCommentsOf(database, userId, 'published', required);
  return approved >= required ? 'trusted' : 'new';
}
