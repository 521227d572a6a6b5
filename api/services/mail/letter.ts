import type { Letter } from '#contracts/mail.ts';
import { type Sender, toHtml } from './html.ts';

/** Email as plain text and as HTML. */
export interface RenderedLetter {
  text: string;
  html: string;
}

/** Renders an email as plain text and as HTML with the identity of the site; escapes all input. */
export function renderEmail(letter: Letter, sender: Sender): RenderedLetter {
  return { text: toText(letter, sender), html: toHtml(letter, sender) };
}

function toText(letter: Letter, sender: Sender): string {
  const { title, paragraphs, quote, button, afterButton = [], reason, unsubscribe } = letter;
  const parts = [title, ...paragraphs];
  if (quote !== undefined) parts.push(quote.replace(/^/gm, '> '));
  if (button) parts.push(`${button.label}:\n${button.href}`);
  parts.push(...afterButton);
  const footer = [`${sender.name}, ${sender.url}`, reason];
  if (unsubscribe) footer.push(`Unsubscribe: ${unsubscribe.page}`);
  // Email clients recognise a signature by a line with "-- " only.
  return `${parts.join('\n\n')}\n\n-- \n${footer.join('\n')}\n`;
}
