import { nameHash } from '#contracts/name-hash.ts';

/** Colours of who has no picture, always the same for a name. */
const tones = ['ink', 'teal', 'vermilion', 'plum', 'ochre'] as const;

/** Colour of a name's initials. */
export const toneOf = (name: string) => tones[nameHash(name) % tones.length] ?? 'ink';
