import {
  type Choice,
  defaultChoices,
  type NotificationKind,
  notificationKinds,
  type PreferenceRequest,
} from '#contracts/notification.ts';
import type { AppContext } from '../../context.ts';
import type { Queryable } from '../../db/client.ts';
import { findChoice, listChoices, saveChoice } from '../../db/repositories/notifications.ts';
import { findActiveUserByPublicId } from '../../db/repositories/users.ts';
import { DomainError } from '../../errors.ts';
import { readLeaveToken } from './leave-link.ts';

/** How somebody is told of each kind. */
export function readPreferences(query: Queryable, userId: number) {
  const chosen = new Map(listChoices(query, userId).map((choice) => [choice.kind, choice]));
  return notificationKinds.map((kind) => {
    const { inSite, byMail } = chosen.get(kind) ?? defaultChoices[kind];
    return { kind, inSite, byMail };
  });
}

/** Changes how somebody is told of a kind. @returns all of their choices */
export async function choose(
  { database }: Pick<AppContext, 'database'>,
  userId: number,
  { kind, ...wish }: PreferenceRequest,
) {
  return database.write((transaction) => {
    change(transaction, userId, kind, wish);
    return readPreferences(transaction, userId);
  });
}

/** Ends mails of one kind, by the link of one of them. @throws DomainError LINK_INVALID */
export async function leaveMails(
  { database, config }: Pick<AppContext, 'database' | 'config'>,
  token: string,
): Promise<void> {
  const link = readLeaveToken(config.dataFolder, token);
  if (!link) throw new DomainError('LINK_INVALID');
  await database.write((transaction) => {
    const user = findActiveUserByPublicId(transaction, link.publicId);
    // Who has gone gets no mails either: what was asked for is the case.
    if (user) change(transaction, user.id, link.kind, { byMail: false });
  });
}

function change(
  transaction: Queryable,
  userId: number,
  kind: NotificationKind,
  wish: { [Way in keyof Choice]?: boolean | undefined },
): void {
  const present = findChoice(transaction, userId, kind) ?? defaultChoices[kind];
  saveChoice(transaction, userId, kind, {
    inSite: wish.inSite ?? present.inSite,
    byMail: wish.byMail ?? present.byMail,
  });
}
