import type { Letter } from '#contracts/mail.ts';
import type { NotificationKind } from '#contracts/notification.ts';
import type { Config } from '../../config.ts';
import { makeLeaveToken } from './leave-link.ts';

/** Why somebody gets a mail of this kind, as the end of a sentence. */
const because = {
  article: 'wanted to be told of new articles',
  reply: 'want to be told of replies to your comments',
  like: 'want to be told who likes your comments',
  moderation: 'want to be told what becomes of your comments',
  purchase: 'have bought something',
  security: 'have an account',
} as const satisfies Record<NotificationKind, string>;

const buttons = {
  article: 'Read the article',
  reply: 'Read the reply',
  like: 'See the comment',
  moderation: 'See the comment',
  purchase: 'See your library',
  security: 'See your account',
} as const satisfies Record<NotificationKind, string>;

interface Told {
  kind: NotificationKind;
  title: string;
  excerpt: string;
  path: string | null;
}

/** A notification as a mail, with the way out of mails of its kind. */
export function notificationLetter(
  { siteUrl, dataFolder }: Pick<Config, 'siteUrl' | 'dataFolder'>,
  { kind, title, excerpt, path }: Told,
  publicId: string,
): Letter {
  const token = makeLeaveToken(dataFolder, publicId, kind);
  return {
    subject: title,
    title,
    paragraphs: [],
    ...(excerpt !== '' && { quote: excerpt }),
    ...(path !== null && { button: { label: buttons[kind], href: `${siteUrl}${path}` } }),
    reason: `You get this mail because you ${because[kind]} on ${siteUrl}.`,
    unsubscribe: {
      page: `${siteUrl}/stop-mails#token=${token}`,
      oneClick: `${siteUrl}/api/notifications/unsubscribe?token=${token}`,
    },
  };
}
