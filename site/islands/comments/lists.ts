import type { ModerationDecision, ModerationList } from './queue-calls.ts';

export const lists = ['held', 'reported', 'published', 'rejected', 'spam'] as const;

export const listNames: Record<ModerationList, string> = {
  held: 'Held',
  reported: 'Reported',
  published: 'Published',
  rejected: 'Rejected',
  spam: 'Spam',
};

/** What can be decided about the comments of each list. */
export const decisionsOf: Record<ModerationList, readonly ModerationDecision[]> = {
  held: ['approve', 'reject', 'spam', 'delete'],
  // To approve what was reported says that the reports were wrong.
  reported: ['approve', 'reject', 'spam', 'delete'],
  published: ['reject', 'spam', 'delete'],
  rejected: ['approve', 'spam', 'delete'],
  spam: ['approve', 'reject', 'delete'],
};
