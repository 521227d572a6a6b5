import type { AppContext } from '../context.ts';
import { sentMails, type WrittenMail } from './mails.ts';

/** The part of a mail's link behind `#token=`; empty where there is none. */
export function tokenIn({ text }: Pick<WrittenMail, 'text'>): string {
  return /#token=([\w-]+)/.exec(text)?.[1] ?? '';
}

/** Sends what is due, and reads the latest mail to `to` with this subject. */
export async function mailTo(
  context: Pick<AppContext, 'config' | 'database' | 'clock'>,
  to: string,
  subject: RegExp,
): Promise<{ text: string; token: string }> {
  const mails = await sentMails(context);
  const mail = mails.findLast(
    (one) => one.to?.[0]?.address === to && subject.test(one.subject ?? ''),
  );
  if (!mail) throw new Error(`no mail to ${to} says ${subject}`);
  return { text: mail.text, token: tokenIn(mail) };
}
