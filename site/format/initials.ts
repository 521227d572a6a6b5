import { nameHash } from '#contracts/name-hash.ts';

/** Returns the first letters of the first and the last word of a name. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : ''];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

const colors = ['ink', 'teal', 'vermilion', 'plum', 'ochre'] as const;

/** Returns the colour behind the initials, always the same for a name. */
export const avatarColor = (name: string) => colors[nameHash(name) % colors.length] ?? 'ink';
