import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** A mail as its receiver gets it: unfolded header fields in lower case, and its text. */
export interface ReadMail {
  names: string[];
  field: Map<string, string>;
  text: string;
}

/** Takes the source of a mail of plain text apart. */
export function readMail(source: string): ReadMail {
  const end = source.indexOf('\r\n\r\n');
  const head = source.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const fields = head.split('\r\n').map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  const field = new Map(fields);
  const body = source.slice(end + 4).replaceAll('\r\n', '\n');
  const quoted = field.get('content-transfer-encoding') === 'quoted-printable';
  return { names: fields.map(([name]) => name), field, text: quoted ? unquote(body) : body };
}

function unquote(text: string): string {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** Files of the mails that a site without a mail server has written, oldest first. */
export function mailFiles(dataFolder: string): string[] {
  const folder = path.join(dataFolder, 'mail');
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.eml'))
      .map((name) => path.join(folder, name))
      .map((file) => ({ file, at: statSync(file, { bigint: true }).mtimeNs }))
      .sort((one, other) => (one.at < other.at ? -1 : 1))
      .map(({ file }) => file);
  } catch {
    // Nothing was sent yet.
    return [];
  }
}

/** Those mails, read. */
export function mailsIn(dataFolder: string): ReadMail[] {
  return mailFiles(dataFolder).map((file) => readMail(readFileSync(file, 'utf8')));
}
