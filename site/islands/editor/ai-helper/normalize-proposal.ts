import type { AiHelperAction } from '#contracts/ai-helper.ts';
import { DESCRIPTION_MAX, LINKEDIN_MAX, splitList } from '../form.ts';

const TITLE_MAX = 200;
const ALT_MAX = 500;
const TAGS_MAX = 12;

/** Removes quotation marks, which models add to proposals despite the instructions. */
const QUOTED = /^(["'“”„«»‘’])([\s\S]*)(["'“”„«»‘’])$/;
const FENCED = /^```(?:markdown|md|text)?\n([\s\S]*?)\n?```$/;

function unquoted(text: string): string {
  const trimmed = text.trim();
  return QUOTED.exec(trimmed)?.[2]?.trim() ?? trimmed;
}

const oneLine = (text: string, maxLength: number) =>
  unquoted(text.replaceAll(/\s+/g, ' ')).slice(0, maxLength).trim();

/** Returns the existing tags, followed by the new ones. */
function withTags(before: string, proposed: string): string {
  const tags = proposed
    .split(/[,;#\n]/)
    .map((tag) => unquoted(tag.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '')).toLowerCase())
    .map((tag) => tag.replace(/^tags:\s*/, '').replace(/\.$/, ''))
    .filter(Boolean);
  return [...new Set([...splitList(before), ...tags])].slice(0, TAGS_MAX).join(', ');
}

/** Keeps the surrounding white space of a passage and removes a code fence that only wraps it. */
function passage(before: string, proposed: string): string {
  const bare = proposed.replaceAll(/<\/?text>/g, '').trim();
  const text = before.trimStart().startsWith('```') ? bare : (FENCED.exec(bare)?.[1] ?? bare);
  const start = /^\s*/.exec(before)?.[0] ?? '';
  const end = before.slice(before.trimEnd().length);
  return start + text + (before.trim() === '' ? '' : end);
}

/**
 * Returns a proposal adapted to its target.
 * @param before current content of the target
 */
export function normalizeProposal(
  action: AiHelperAction,
  before: string,
  proposed: string,
): string {
  switch (action) {
    case 'title':
      return oneLine(proposed.replace(/^\s*#+\s*/, ''), TITLE_MAX).replace(/(?<!\.)\.$/, '');
    case 'description':
      return oneLine(proposed, DESCRIPTION_MAX);
    case 'alt':
      return oneLine(proposed, ALT_MAX);
    case 'tags':
      return withTags(before, proposed);
    case 'linkedin':
      return unquoted(proposed).slice(0, LINKEDIN_MAX);
    default:
      return passage(before, proposed);
  }
}

/**
 * Returns a continuation adapted to the text around the cursor: a new paragraph after a complete sentence at
 * the end of a line, otherwise more words.
 */
export function normalizeContinuation(before: string, behind: string, proposed: string): string {
  const text = passage('', proposed);
  if (text === '') return '';
  const atStart = before === '' || before.slice(before.trimEnd().length).includes('\n');
  const paragraph = /[.!?:…»”")\]`*_>|-]$/.test(before.trimEnd()) && /^\s*(\n|$)/.test(behind);
  const gap = atStart || /\s$/.test(before) || /^[,.;:!?]/.test(text) ? '' : ' ';
  const start = !atStart && paragraph ? `${'\n'.repeat(2)}` : gap;
  return start + text + (/^\S/.test(behind) ? ' ' : '');
}
