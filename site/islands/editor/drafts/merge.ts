import { diff3Merge, diffComm } from 'node-diff3';
import { articleBody, buildForm, type EditorForm, emptyForm, splitList } from '../form.ts';

/** Versions that the editor knows when the server has stored another one. */
interface KnownStates {
  /** The stored version on which the fields are based. */
  original: EditorForm;
  /** The same version as the author typed it: the server normalises spaces and lists. */
  saved: EditorForm;
  /** The fields. */
  form: EditorForm;
  /** Versions that were sent without a response, so they may be stored. */
  unconfirmed: readonly EditorForm[];
}

/** Returns the base as typed where the stored value has not changed, since normalisation is not a change. */
export const asTyped = ({ original, saved, form }: Omit<KnownStates, 'unconfirmed'>): EditorForm =>
  buildForm((name) => (form[name] === saved[name] ? form : original));

/** A range on which both versions agree, or one that differs. */
export type Piece =
  | { kind: 'agreed'; text: string[] }
  | { kind: 'overlap'; base: string[]; mine: string[]; theirs: string[] };

/** Side of an overlapping piece to keep. */
export type Choice = 'mine' | 'theirs' | 'both';

/** Merges the tokens of two versions. Edits that overlap or touch each other become one overlapping piece. */
const mergeTokens = (base: string[], mine: string[], theirs: string[]): Piece[] =>
  (diff3Merge(mine, base, theirs, {}) as MergedTokens[]).map((piece) =>
    'ok' in piece
      ? { kind: 'agreed', text: piece.ok }
      : {
          kind: 'overlap',
          base: piece.conflict.o,
          mine: piece.conflict.a,
          theirs: piece.conflict.b,
        },
  );

/** Result of `diff3Merge`, which has no types. */
type MergedTokens = { ok: string[] } | { conflict: { a: string[]; o: string[]; b: string[] } };

/** Result of `diffComm`, which has no types. */
type ComparedTokens = { common: string[] } | { buffer1: string[]; buffer2: string[] };

/** Maximum number of words, spaces and other characters to compare, as the time grows with the cube of their number. */
const COMPARED_MAX = 1000;

const wordsIn = (text: string) =>
  text.match(/\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu) ?? [];

/** Lines that both sides changed may still differ in separate words. */
function mergeWithinLines(piece: Piece): Piece {
  if (piece.kind === 'agreed') return piece;
  const sides = [piece.base, piece.mine, piece.theirs];
  if (sides.some((lines) => lines.length === 0)) return piece;
  const [base = '', mine = '', theirs = ''] = sides.map((lines) => lines.join('\n'));
  const [baseWords, myWords, theirWords] = [wordsIn(base), wordsIn(mine), wordsIn(theirs)];
  if (Math.max(baseWords.length, myWords.length, theirWords.length) > COMPARED_MAX) return piece;
  const pieces = mergeTokens(baseWords, myWords, theirWords);
  if (pieces.some(({ kind }) => kind === 'overlap')) return piece;
  const text = pieces.flatMap((each) => (each.kind === 'agreed' ? each.text : [])).join('');
  return { kind: 'agreed', text: text.split('\n') };
}

/**
 * Merges two versions of a text by lines, and within lines by words.
 * @param base common base; null if unknown: then all differences overlap
 * @returns pieces of lines, in order
 */
export function mergeText(base: string | null, mine: string, theirs: string): Piece[] {
  const [mineLines, theirLines] = [mine.split('\n'), theirs.split('\n')];
  if (base !== null)
    return mergeTokens(base.split('\n'), mineLines, theirLines).map(mergeWithinLines);
  return (diffComm(mineLines, theirLines) as ComparedTokens[]).map((piece) =>
    'common' in piece
      ? { kind: 'agreed', text: piece.common }
      : { kind: 'overlap', base: [], mine: piece.buffer1, theirs: piece.buffer2 },
  );
}

/** Returns the text of the choices, one for each overlapping piece in order. */
export function mergedTextOf(pieces: Piece[], choices: Choice[]): string {
  let overlap = 0;
  const lines = pieces.flatMap((piece) => {
    if (piece.kind === 'agreed') return piece.text;
    const choice = choices[overlap++] ?? 'mine';
    if (choice === 'both') return [...piece.mine, ...piece.theirs];
    return piece[choice];
  });
  return lines.join('\n');
}

export type FieldName = Exclude<keyof EditorForm, 'markdown' | 'imageUrl'>;

/** Two versions of a form, merged where they do not overlap. */
export interface MergedForm {
  /** Merged form, with my values where they overlap. */
  form: EditorForm;
  /** Fields that both sides changed in different ways. */
  fields: FieldName[];
  text: Piece[];
  clean: boolean;
}

const lists: readonly FieldName[] = ['tags', 'category'];
const names = (Object.keys(emptyForm) as (keyof EditorForm)[]).filter(
  (name): name is FieldName => name !== 'markdown' && name !== 'imageUrl',
);

/** Merges the changes of both sides to a list of words: additions are included, removals excluded. */
function mergeLists(base: string, mine: string, theirs: string): string {
  const [before, own] = [splitList(base), splitList(mine)];
  const stayed = splitList(theirs).filter((word) => own.includes(word) || !before.includes(word));
  const added = own.filter((word) => !before.includes(word) && !stayed.includes(word));
  return [...stayed, ...added].join(', ');
}

/** @param base common base; null if unknown */
export function mergeForms(
  base: EditorForm | null,
  mine: EditorForm,
  theirs: EditorForm,
): MergedForm {
  const text = mergeText(base?.markdown ?? null, mine.markdown, theirs.markdown);
  const fields: FieldName[] = [];
  const form = { ...mine, markdown: mergedTextOf(text, []) };
  const pickField = (name: FieldName) => {
    Object.assign(form, { [name]: theirs[name] });
    if (name === 'image') form.imageUrl = theirs.imageUrl;
  };
  for (const name of names) {
    if (mine[name] === theirs[name]) continue;
    if (base && mine[name] === base[name]) pickField(name);
    else if (base && lists.includes(name)) {
      const merged = mergeLists(String(base[name]), String(mine[name]), String(theirs[name]));
      Object.assign(form, { [name]: merged });
    } else if (!base || theirs[name] !== base[name]) fields.push(name);
  }
  const clean = fields.length === 0 && text.every(({ kind }) => kind === 'agreed');
  return { form, fields, text, clean };
}

/**
 * Merges the fields with the stored version. `own`: the stored version is the author's own save whose
 * response was lost, so there is no other change.
 */
export function reconcile(
  { original, saved, form, unconfirmed }: KnownStates,
  stored: EditorForm,
): MergedForm & { own: boolean } {
  const own = unconfirmed.some((sent) => isStoredAs(sent, stored));
  if (own) return { ...mergeForms(stored, form, stored), own };
  const merged = mergeForms(asTyped({ original, saved, form }), form, stored);
  // Unchanged fields keep exactly what was typed.
  const isUnchanged = (name: keyof EditorForm) =>
    form[name] === saved[name] && stored[name] === original[name];
  return { ...merged, own, form: buildForm((name) => (isUnchanged(name) ? form : merged.form)) };
}

/**
 * True if the stored fields are the normalised sent ones; slug and times, which the server sets, are ignored.
 */
function isStoredAs(sent: EditorForm, stored: EditorForm): boolean {
  return contentOf(sent) === contentOf(stored);
}

function contentOf(form: EditorForm): string {
  const { title, subtitle, description, ...rest } = articleBody(
    { ...form, newsletter: 'unchanged' },
    true,
    form,
  );
  const lines = [title, subtitle, description].map((text) => text.trim());
  return JSON.stringify([lines, rest]);
}
