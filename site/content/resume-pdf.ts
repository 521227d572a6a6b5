import PDFDocument from 'pdfkit';
import type { Resume } from '#contracts/content.ts';
import type { Profile } from './profile.ts';
import { monthName, period } from './resume.ts';

/** The faces the PDF embeds: whole TrueType files, since a PDF cannot fetch parts of a font. */
export interface PdfFonts {
  regular: Uint8Array<ArrayBuffer>;
  semibold: Uint8Array<ArrayBuffer>;
  display: Uint8Array<ArrayBuffer>;
}

/** Everything in points; 72 are an inch. */
const MARGIN = 54;
const LABEL_COLUMN = 108;
const PAGE = { width: 595.28, height: 841.89 };
const COLUMN = MARGIN + LABEL_COLUMN;
const COLUMN_WIDTH = PAGE.width - MARGIN - COLUMN;
const FULL_WIDTH = PAGE.width - 2 * MARGIN;
const BOTTOM = PAGE.height - MARGIN;

const ink = '#1e1b16';
const soft = '#5b5346';
const vermilion = '#ad311b';
const rule = '#d9cfbb';

/**
 * The resume as an A4 document: real text in an embedded font, tagged for screen readers, with title
 * and language. The same data always give the same bytes, so that a build stays comparable.
 */
export function renderResumePdf(
  resume: Resume,
  owner: Pick<Profile, 'name' | 'email' | 'location' | 'social'>,
  fonts: PdfFonts,
): Promise<Uint8Array<ArrayBuffer>> {
  const updated = new Date(`${resume.updated}T00:00:00Z`);
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    font: '',
    lang: 'en',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    info: {
      Title: `${owner.name} · Resume`,
      Author: owner.name,
      Subject: resume.summary,
      CreationDate: updated,
      ModDate: updated,
    },
  });
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const finished = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    document.on('error', reject);
    document.on('end', () => resolve(joined(chunks)));
  });
  for (const [name, bytes] of Object.entries(fonts)) document.registerFont(name, bytes.buffer);
  const page = createSheet(document);
  writeHead(page, resume, owner);
  writeParts(page, resume);
  page.label(`As of ${monthName(resume.updated.slice(0, 7))}`);
  page.end();
  return finished;
}

type Sheet = ReturnType<typeof createSheet>;

interface Look {
  font: keyof PdfFonts;
  size: number;
  color?: string;
  x?: number;
  width?: number;
  gap?: number;
  link?: string | null;
}

/** A pen that goes down the page, marks each paragraph for what it is, and turns pages in time. */
function createSheet(document: PDFKit.PDFDocument) {
  const root = document.struct('Document');
  document.addStructure(root);

  /** Begins a new page unless `height` points are left on this one. */
  const keep = (height: number) => {
    if (document.y + height > BOTTOM) document.addPage();
  };
  const measure = (text: string, { font, size, width = COLUMN_WIDTH }: Look) =>
    document
      .font(font)
      .fontSize(size)
      .heightOfString(text, { width, lineGap: size * 0.18 });
  const paragraph = (tag: string, text: string, look: Look) => {
    const { font, size, color = ink, x = COLUMN, width = COLUMN_WIDTH, gap = 0, link } = look;
    root.add(
      document.struct(tag, {}, () => {
        document.font(font).fontSize(size).fillColor(color);
        document.text(text, x, document.y, {
          width,
          lineGap: size * 0.18,
          // Only addresses that mean something outside this site.
          ...(link?.match(/^(https?|mailto):/) && { link }),
        });
      }),
    );
    document.y += gap;
  };
  const line = (weight: number, color: string) => {
    document.markContent('Artifact', { type: 'Layout' });
    document
      .lineWidth(weight)
      .strokeColor(color)
      .moveTo(MARGIN, document.y)
      .lineTo(PAGE.width - MARGIN, document.y)
      .stroke();
    document.endMarkedContent();
  };
  /** Something at the left edge, on the same base line, with the pen back where it was. */
  const beside = (tag: string, text: string, look: Look) => {
    const { y } = document;
    document.y += 10.5 - look.size;
    paragraph(tag, text, { x: MARGIN, width: LABEL_COLUMN - 12, ...look });
    document.y = y;
  };
  return {
    keep,
    measure,
    paragraph,
    line,
    beside,
    down: (points: number) => {
      document.y += points;
    },
    label: (text: string) => {
      keep(24);
      paragraph('P', text, { font: 'regular', size: 8.5, color: soft, x: MARGIN });
    },
    end: () => {
      root.end();
      document.end();
    },
  };
}

function writeHead(
  page: Sheet,
  resume: Resume,
  owner: Pick<Profile, 'name' | 'email' | 'location' | 'social'>,
): void {
  const full = { x: MARGIN, width: FULL_WIDTH };
  page.paragraph('H1', owner.name, { ...full, font: 'display', size: 30 });
  page.paragraph('P', resume.role, {
    ...full,
    font: 'semibold',
    size: 13,
    color: vermilion,
    gap: 4,
  });
  if (owner.location) {
    page.paragraph('P', owner.location, { ...full, font: 'regular', size: 9.5, color: soft });
  }
  const contact = { ...full, font: 'regular', size: 9.5, color: soft } as const;
  page.paragraph('P', owner.email, { ...contact, link: `mailto:${owner.email}` });
  for (const { label, url } of owner.social
    .filter((one) => one.url.startsWith('http'))
    .slice(0, 2)) {
    page.paragraph('P', `${label}: ${url.replace(/^https?:\/\//, '')}`, { ...contact, link: url });
  }
  page.down(8);
  page.paragraph('P', resume.summary, { ...full, font: 'regular', size: 11.5, gap: 12 });
}

function writeParts(page: Sheet, resume: Resume): void {
  part(page, 'Experience', resume.experience, ({ role, company, place, from, to, points }) => ({
    label: period(from, to),
    title: role,
    where: [company, place].filter(Boolean).join(', '),
    points,
  }));
  part(page, 'Projects', resume.projects, ({ name, text, url }) => ({
    label: name,
    bold: true,
    text,
    link: url,
  }));
  part(page, 'Skills', resume.skills, ({ group, items }) => ({
    label: group,
    bold: true,
    text: items.join(', '),
  }));
  part(page, 'Talks and workshops', resume.talks, ({ date, title, event }) => ({
    label: monthName(date),
    title,
    where: event,
  }));
  part(page, 'Education', resume.education, ({ degree, institution, from, to, note }) => ({
    label: period(from, to),
    title: degree,
    where: institution,
    text: note,
  }));
  part(page, 'Languages', resume.languages, ({ name, level }) => ({
    label: name,
    bold: true,
    text: level,
  }));
}

/** One entry: what stands at the left, and what it is about beside it. */
interface Entry {
  label: string;
  /** The label is the title of the entry. */
  bold?: boolean;
  title?: string;
  where?: string;
  text?: string;
  points?: string[];
  link?: string | null;
}

const looks = {
  title: { font: 'semibold', size: 11 },
  where: { font: 'regular', size: 10.5, color: soft },
  text: { font: 'regular', size: 10.5 },
  point: { font: 'regular', size: 10.5, x: COLUMN + 10, width: COLUMN_WIDTH - 10 },
} as const;

function part<Row>(page: Sheet, title: string, rows: Row[], read: (row: Row) => Entry): void {
  if (rows.length === 0) return;
  const entries = rows.map(read);
  // A heading never stands alone at the foot of a page.
  page.keep(34 + heightOf(page, entries[0]));
  page.line(1.6, ink);
  page.down(6);
  page.paragraph('H2', title, { font: 'display', size: 14, x: MARGIN, width: FULL_WIDTH, gap: 4 });
  for (const [index, entry] of entries.entries()) {
    page.keep(heightOf(page, entry));
    if (index > 0) page.line(0.5, rule);
    page.down(5);
    writeEntry(page, entry);
    page.down(5);
  }
  page.down(8);
}

function writeEntry(page: Sheet, { label, bold, title, where, text, points, link }: Entry): void {
  if (bold) page.beside('H3', label, { font: 'semibold', size: 10.5, link });
  else page.beside('P', label, { font: 'regular', size: 9, color: soft });
  if (title) page.paragraph('H3', title, looks.title);
  if (where) page.paragraph('P', where, { ...looks.where, gap: points ? 3 : 0 });
  if (text) page.paragraph('P', text, looks.text);
  for (const point of points ?? []) {
    page.keep(page.measure(point, looks.point));
    page.beside('Lbl', '–', {
      font: 'regular',
      size: 10.5,
      color: vermilion,
      x: COLUMN,
      width: 10,
    });
    page.paragraph('P', point, { ...looks.point, gap: 1.5 });
  }
}

function heightOf(page: Sheet, entry: Entry | undefined): number {
  if (!entry) return 0;
  const { label, bold, title, where, text, points = [] } = entry;
  const left = page.measure(label, {
    font: 'semibold',
    size: bold ? 10.5 : 9,
    width: LABEL_COLUMN,
  });
  const right =
    (title ? page.measure(title, looks.title) : 0) +
    (where ? page.measure(where, looks.where) : 0) +
    (text ? page.measure(text, looks.text) : 0) +
    points.reduce((sum, point) => sum + page.measure(point, looks.point) + 1.5, 0);
  return Math.max(left, right) + 14;
}

function joined(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
