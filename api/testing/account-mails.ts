import type { AppContext } from '../context.ts';
import { sentMails, type WrittenMail } from './mails.ts';

/** Returns the token of the link in an email, the part behind `#token=`. Empty without a link. */
export function tokenIn({ text }: Pick<WrittenMail, 'text'>): string {
  return /#token=([\w-]+)/.exec(text)?.[1] ?? '';
}

/** Sends all due emails, and returns the latest one to `to` with this subject. */
export async function mailTo(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  to: string,
  subject: RegExp,
): Promise<{ text: string; token: string }> {
  const mails = await sentMails(context);
  const mail = mails.findLast(
    (email) => email.to?.[0]?.address === to && subject.test(email.subject ?? ''),
  );
  if (!mail) throw new Error(`no email to ${to} has the subject ${subject}`);
  return { text: mail.text, token: tokenIn(mail) };
}
