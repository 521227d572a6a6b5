import type { Letter } from '#contracts/mail.ts';
import { type Sender, toHtml } from './html.ts';

/** Both faces of a letter, for programs that show HTML and for those that do not. */
export interface RenderedLetter {
  text: string;
  html: string;
}

/** Writes a letter as plain text and as HTML in the site's identity. Nothing in it is markup. */
export function renderLetter(letter: Letter, sender: Sender): RenderedLetter {
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
  // "-- " alone on a line is what mail programs know a signature by.
  return `${parts.join('\n\n')}\n\n-- \n${footer.join('\n')}\n`;
}
