import type { Letter } from '#contracts/mail.ts';
import type { NotificationKind } from '#contracts/notification.ts';
import type { Config } from '../../config.ts';
import { createUnsubscribeToken } from './unsubscribe-token.ts';

/** Reason for an email of this kind, as the end of a sentence. */
const emailReasons = {
  article: 'asked to be notified about new articles',
  reply: 'asked to be notified about replies to your comments',
  like: 'asked to be notified about likes of your comments',
  moderation: 'asked to be notified about moderation of your comments',
  purchase: 'bought something',
  security: 'have an account',
} as const satisfies Record<NotificationKind, string>;

const buttonLabels = {
  article: 'Read the article',
  reply: 'Read the reply',
  like: 'See the comment',
  moderation: 'See the comment',
  purchase: 'See your library',
  security: 'See your account',
} as const satisfies Record<NotificationKind, string>;

interface NotificationContent {
  kind: NotificationKind;
  title: string;
  excerpt: string;
  path: string | null;
}

/** Builds the email of a notification, with links to unsubscribe from its kind. */
export function notificationEmail(
  { siteUrl, dataFolder }: Pick<Config, 'siteUrl' | 'dataFolder'>,
  { kind, title, excerpt, path }: NotificationContent,
  publicId: string,
): Letter {
  const token = createUnsubscribeToken(dataFolder, publicId, kind);
  return {
    subject: title,
    title,
    paragraphs: [],
    ...(excerpt !== '' && { quote: excerpt }),
    ...(path !== null && { button: { label: buttonLabels[kind], href: `${siteUrl}${path}` } }),
    reason: `You are receiving this email because you ${emailReasons[kind]} on ${siteUrl}.`,
    unsubscribe: {
      page: `${siteUrl}/stop-mails#token=${token}`,
      oneClick: `${siteUrl}/api/notifications/unsubscribe?token=${token}`,
    },
  };
}
