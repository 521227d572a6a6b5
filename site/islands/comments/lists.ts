import type { ModerationDecision, ModerationList } from './queue-calls.ts';

export const lists: { value: ModerationList; name: string }[] = [
  { value: 'held', name: 'Held' },
  { value: 'reported', name: 'Reported' },
  { value: 'published', name: 'Published' },
  { value: 'rejected', name: 'Rejected' },
  { value: 'spam', name: 'Spam' },
];

/** Title and text of each list without comments. */
export const emptyWords: Record<ModerationList, [title: string, text: string]> = {
  held: [
    'No comments awaiting moderation',
    'Guest comments and first comments from new members appear here until you approve them.',
  ],
  reported: ['No reports', 'Comments that readers report appear here with the reasons.'],
  published: ['No comments yet', 'Public comments appear here.'],
  rejected: ['Nothing rejected', 'Rejected comments are visible only to their author.'],
  spam: ['No spam', 'Comments you mark as spam are hidden from everyone else.'],
};

export const decisionNames: Record<ModerationDecision, string> = {
  approve: 'Approve',
  hold: 'Hold',
  reject: 'Reject',
  spam: 'Spam',
  delete: 'Delete',
};

/** Decisions about the comments of each list. */
export const decisionsOf: Record<ModerationList, readonly ModerationDecision[]> = {
  held: ['approve', 'reject', 'spam', 'delete'],
  // Approving a reported comment dismisses its reports.
  reported: ['approve', 'reject', 'spam', 'delete'],
  published: ['reject', 'spam', 'delete'],
  rejected: ['approve', 'spam', 'delete'],
  spam: ['approve', 'reject', 'delete'],
};
