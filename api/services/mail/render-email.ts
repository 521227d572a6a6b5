import MailComposer from 'nodemailer/lib/mail-composer';
import type { EmailContent } from '#contracts/mail.ts';
import type { Config } from '../../config.ts';
import { escapeHtml } from '../../escape-html.ts';
import type { Message } from '../../integrations/mailer.ts';

/** Formats the day of a time for the text of an email, in UTC. */
export const formatLongDay = (time: number): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(time);

interface Envelope {
  publicId: string;
  messageId: string;
  recipient: string;
  content: EmailContent;
  /** Time of its creation, in milliseconds since 1970. */
  createdAt: number;
}

interface Sender {
  name: string;
  /** Origin of the site. */
  url: string;
}

/**
 * Colours of site/styles/tokens.css, light and dark; a test compares them. Email clients support
 * neither custom properties nor light-dark().
 */
export const colours = {
  paper: ['#f6f1e6', '#171512'],
  'paper-raised': ['#fdfaf3', '#201d19'],
  ink: ['#1e1b16', '#f3ecdd'],
  'ink-soft': ['#5b5346', '#b9ae9b'],
  rule: ['#d9cfbb', '#3b352d'],
  sand: ['#e6dcc8', '#37312a'],
  vermilion: ['#d9442b', '#e9563c'],
  teal: ['#105c5c', '#2b8583'],
  'vermilion-text': ['#ad311b', '#ff8a70'],
} as const;

type Colour = keyof typeof colours;

const light = (colour: Colour) => colours[colour][0];

const dark = (colour: Colour) => colours[colour][1];

const display =
  "'Bricolage Grotesque', 'Segoe UI', system-ui, -apple-system, Helvetica, Arial, sans-serif";

const reading = "Newsreader, Charter, Georgia, 'Times New Roman', serif";

/** Dark colours for email clients that support style elements; others show the light ones. */
const darkRules = [
  `.paper{background:${dark('paper')}!important}`,
  `.sheet{background:${dark('paper-raised')}!important;border-color:${dark('rule')}!important}`,
  `.ink,.ink a{color:${dark('ink')}!important}`,
  `.soft,.soft a{color:${dark('ink-soft')}!important}`,
  `.quote{border-color:${dark('vermilion')}!important;color:${dark('ink')}!important}`,
  `.line{border-color:${dark('rule')}!important}`,
  `.button{background:${dark('ink')}!important}.button a{color:${dark('paper')}!important}`,
  ...(['ink', 'sand', 'teal', 'vermilion'] as const).map(
    (tone) => `.tile-${tone}{background:${dark(tone)}!important}`,
  ),
].join('');

/** Twelve tiles above the sheet: the cover pattern of the site, out of cells, since images are not loaded. */
const tiles = [
  'ink',
  'vermilion',
  'sand',
  'teal',
  'sand',
  'ink',
  'teal',
  'sand',
  'vermilion',
  'ink',
  'sand',
  'teal',
] as const;

export interface RenderedEmail {
  text: string;
  html: string;
}

/** Renders an email as plain text and as HTML with the identity of the site; escapes all input. */
export function renderEmail(content: EmailContent, sender: Sender): RenderedEmail {
  return { text: toText(content, sender), html: toHtml(content, sender) };
}

function toText(content: EmailContent, sender: Sender): string {
  const { title, paragraphs, quote, button, afterButton = [], reason, unsubscribe } = content;
  const parts = [title, ...paragraphs];
  if (quote !== undefined) parts.push(quote.replace(/^/gm, '> '));
  if (button) parts.push(`${button.label}:\n${button.href}`);
  parts.push(...afterButton);
  const footer = [`${sender.name}, ${sender.url}`, reason];
  if (unsubscribe) footer.push(`Unsubscribe: ${unsubscribe.page}`);
  // Email clients recognise a signature by a line with "-- " only.
  return `${parts.join('\n\n')}\n\n-- \n${footer.join('\n')}\n`;
}

/**
 * Renders an email as HTML for email clients: tables and inline styles, without images and other
 * resources, so that opening it is not tracked.
 */
function toHtml(content: EmailContent, sender: Sender): string {
  const {
    subject,
    title,
    paragraphs,
    quote,
    button,
    afterButton = [],
    reason,
    unsubscribe,
  } = content;
  const name = escapeHtml(sender.name);
  const body = [
    `<h1 class="ink" style="margin:0 0 20px;font:800 30px/1.1 ${display};letter-spacing:-0.02em;overflow-wrap:anywhere;color:${light('ink')}">${escapeHtml(title)}</h1>`,
    ...paragraphs.map(toParagraph),
    quote === undefined ? '' : toQuote(quote),
    button ? toButton(button) : '',
    ...afterButton.map(toParagraph),
  ];
  const footer = [
    escapeHtml(reason),
    ...(unsubscribe
      ? [
          `<a href="${escapeHtml(unsubscribe.page)}" style="color:${light('ink-soft')}">Unsubscribe</a>`,
        ]
      : []),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>@media (max-width:480px){.sheet{padding:26px 20px 28px!important}.foot{padding:18px 20px!important}}@media (prefers-color-scheme:dark){${darkRules}}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light('paper')}">
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${light('paper')}"><tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td style="padding:0">${renderCoverPattern()}</td></tr>
<tr><td class="sheet" style="padding:36px 32px 40px;background:${light('paper-raised')};border:1px solid ${light('rule')};border-top:0">
${body.filter((part) => part !== '').join('\n')}
</td></tr>
<tr><td class="soft foot" style="padding:20px 32px;font:400 13px/1.5 ${display};color:${light('ink-soft')}"><a href="${escapeHtml(sender.url)}" class="ink" style="font-weight:700;text-decoration:none;color:${light('ink')}">${name}</a><br>${footer.join('<br>')}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`;
}

function renderCoverPattern(): string {
  const cells = tiles.map(
    (tone) =>
      `<td class="tile-${tone}" width="${(100 / tiles.length).toFixed(2)}%" height="14" style="height:14px;font-size:0;line-height:0;background:${light(tone)}">&nbsp;</td>`,
  );
  return `<table role="presentation" aria-hidden="true" width="100%" cellpadding="0" cellspacing="0"><tr>${cells.join('')}</tr></table>`;
}

function toParagraph(text: string): string {
  return `<p class="ink" style="margin:0 0 16px;font:400 18px/1.5 ${reading};overflow-wrap:anywhere;color:${light('ink')}">${escapeHtml(text)}</p>`;
}

function toQuote(text: string): string {
  const lines = escapeHtml(text).replaceAll(/\r?\n/g, '<br>');
  return `<blockquote class="quote" style="margin:8px 0 24px;padding:4px 0 4px 20px;border-left:4px solid ${light('vermilion')};font:400 18px/1.5 ${reading};color:${light('ink')};overflow-wrap:anywhere">${lines}</blockquote>`;
}

function toButton({ label, href }: NonNullable<EmailContent['button']>): string {
  const address = escapeHtml(href);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:12px 0 20px"><tr><td class="button" style="background:${light('ink')};border-radius:2px"><a href="${address}" style="display:inline-block;padding:14px 22px;font:700 16px/1.2 ${display};text-decoration:none;color:${light('paper')}">${escapeHtml(label)}</a></td></tr></table>
<p class="soft" style="margin:0 0 20px;font:400 13px/1.5 ${display};color:${light('ink-soft')};overflow-wrap:anywhere">Or copy this address into your browser: ${address}</p>`;
}

/**
 * Composes an email as a MIME message. Fields may contain user input: the composer encodes them, so
 * that they cannot add headers or recipients.
 * @throws Error if it cannot be composed
 */
export async function composeMessage(
  { publicId, messageId, recipient, content, createdAt }: Envelope,
  { mailFrom, siteUrl, siteName }: Pick<Config, 'mailFrom' | 'siteUrl'> & { siteName: string },
): Promise<Message> {
  const { text, html } = renderEmail(content, { name: siteName, url: siteUrl });
  const { replyTo, unsubscribe } = content;
  const composer = new MailComposer({
    from: { name: siteName, address: mailFrom },
    to: { name: '', address: recipient },
    ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } }),
    subject: oneLine(content.subject),
    text,
    html,
    messageId,
    date: new Date(createdAt),
    newline: 'windows',
    // User input must not refer to files or URLs that the composer would load.
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: {
      // Prevents automatic replies of vacation notices and ticket systems.
      'auto-submitted': 'auto-generated',
      ...(unsubscribe && {
        'list-unsubscribe': `<${unsubscribe.oneClick}>`,
        'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
      }),
    },
  });
  const name = fileNameOf({ publicId, createdAt });
  return { name, from: mailFrom, to: recipient, bytes: await composer.compile().build() };
}

/** Returns the file name of an email, which sorts by time. */
export function fileNameOf({ publicId, createdAt }: Pick<Envelope, 'publicId' | 'createdAt'>) {
  return `${new Date(createdAt).toISOString().replaceAll(':', '-')}-${publicId}`;
}

/** Removes line breaks from a header value; the composer folds and encodes it. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim();
}
