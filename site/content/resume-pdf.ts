import PDFDocument from 'pdfkit';
import type { Profile, Resume } from '#contracts/content.ts';
import { monthName, period } from '../format/dates.ts';

/** Fonts to embed: complete TrueType files, because a PDF cannot load parts of a font. */
export interface PdfFonts {
  regular: Uint8Array<ArrayBuffer>;
  semibold: Uint8Array<ArrayBuffer>;
  display: Uint8Array<ArrayBuffer>;
}

/** Lengths are in points: 72 points are an inch. */
const MARGIN = 54;
const LABEL_COLUMN = 108;
const PAGE = { width: 595.28, height: 841.89 };
const COLUMN = MARGIN + LABEL_COLUMN;
const COLUMN_WIDTH = PAGE.width - MARGIN - COLUMN;
const FULL_WIDTH = PAGE.width - 2 * MARGIN;
const BOTTOM = PAGE.height - MARGIN;

const ink = '#1e1b16';
const muted = '#5b5346';
const vermilion = '#ad311b';
const rule = '#d9cfbb';

/**
 * Renders the resume as an A4 PDF with embedded fonts, tagged for screen readers, with title and language.
 * The output is deterministic, so that builds are reproducible.
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
    document.on('end', () => resolve(concatBytes(chunks)));
  });
  for (const [name, bytes] of Object.entries(fonts)) document.registerFont(name, bytes.buffer);
  const page = createSheet(document);
  writeHead(page, resume, owner);
  writeSections(page, resume);
  page.label(`As of ${monthName(resume.updated.slice(0, 7))}`);
  page.end();
  return finished;
}

type Sheet = ReturnType<typeof createSheet>;

interface TextStyle {
  font: keyof PdfFonts;
  size: number;
  color?: string;
  x?: number;
  width?: number;
  gap?: number;
  link?: string | null;
}

/** Returns functions that write tagged text from top to bottom and add pages when necessary. */
function createSheet(document: PDFKit.PDFDocument) {
  const root = document.struct('Document');
  document.addStructure(root);

  /** Starts a new page unless `height` points are left on the current one. */
  const reserve = (height: number) => {
    if (document.y + height > BOTTOM) document.addPage();
  };
  const measure = (text: string, { font, size, width = COLUMN_WIDTH }: TextStyle) =>
    document
      .font(font)
      .fontSize(size)
      .heightOfString(text, { width, lineGap: size * 0.18 });
  const paragraph = (tag: string, text: string, style: TextStyle) => {
    const { font, size, color = ink, x = COLUMN, width = COLUMN_WIDTH, gap = 0, link } = style;
    root.add(
      document.struct(tag, {}, () => {
        document.font(font).fontSize(size).fillColor(color);
        document.text(text, x, document.y, {
          width,
          lineGap: size * 0.18,
          // Only absolute URLs work outside of the site.
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
  /** Writes text at the left edge on the same base line, and restores the vertical position. */
  const leftLabel = (tag: string, text: string, style: TextStyle) => {
    const { y } = document;
    document.y += 10.5 - style.size;
    paragraph(tag, text, { x: MARGIN, width: LABEL_COLUMN - 12, ...style });
    document.y = y;
  };
  return {
    reserve,
    measure,
    paragraph,
    line,
    leftLabel,
    moveDown: (points: number) => {
      document.y += points;
    },
    label: (text: string) => {
      reserve(24);
      paragraph('P', text, { font: 'regular', size: 8.5, color: muted, x: MARGIN });
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
    page.paragraph('P', owner.location, { ...full, font: 'regular', size: 9.5, color: muted });
  }
  const contact = { ...full, font: 'regular', size: 9.5, color: muted } as const;
  page.paragraph('P', owner.email, { ...contact, link: `mailto:${owner.email}` });
  for (const { label, url } of owner.social
    .filter((profile) => profile.url.startsWith('http'))
    .slice(0, 2)) {
    page.paragraph('P', `${label}: ${url.replace(/^https?:\/\//, '')}`, { ...contact, link: url });
  }
  page.moveDown(8);
  page.paragraph('P', resume.summary, { ...full, font: 'regular', size: 11.5, gap: 12 });
}

function writeSections(page: Sheet, resume: Resume): void {
  writeSection(
    page,
    'Experience',
    resume.experience,
    ({ role, company, place, from, to, points }) => ({
      label: period(from, to),
      title: role,
      where: [company, place].filter(Boolean).join(', '),
      points,
    }),
  );
  writeSection(page, 'Projects', resume.projects, ({ name, text, url }) => ({
    label: name,
    bold: true,
    text,
    link: url,
  }));
  writeSection(page, 'Skills', resume.skills, ({ group, items }) => ({
    label: group,
    bold: true,
    text: items.join(', '),
  }));
  writeSection(page, 'Talks and workshops', resume.talks, ({ date, title, event }) => ({
    label: monthName(date),
    title,
    where: event,
  }));
  writeSection(page, 'Education', resume.education, ({ degree, institution, from, to, note }) => ({
    label: period(from, to),
    title: degree,
    where: institution,
    text: note,
  }));
  writeSection(page, 'Languages', resume.languages, ({ name, level }) => ({
    label: name,
    bold: true,
    text: level,
  }));
}

/** One entry: a label in the left column and the content in the right column. */
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

const styles = {
  title: { font: 'semibold', size: 11 },
  where: { font: 'regular', size: 10.5, color: muted },
  text: { font: 'regular', size: 10.5 },
  point: { font: 'regular', size: 10.5, x: COLUMN + 10, width: COLUMN_WIDTH - 10 },
} as const;

function writeSection<Row>(
  page: Sheet,
  title: string,
  rows: Row[],
  read: (row: Row) => Entry,
): void {
  if (rows.length === 0) return;
  const entries = rows.map(read);
  // A heading stays on the same page as its first entry.
  page.reserve(34 + heightOf(page, entries[0]));
  page.line(1.6, ink);
  page.moveDown(6);
  page.paragraph('H2', title, { font: 'display', size: 14, x: MARGIN, width: FULL_WIDTH, gap: 4 });
  for (const [index, entry] of entries.entries()) {
    page.reserve(heightOf(page, entry));
    if (index > 0) page.line(0.5, rule);
    page.moveDown(5);
    writeEntry(page, entry);
    page.moveDown(5);
  }
  page.moveDown(8);
}

function writeEntry(page: Sheet, { label, bold, title, where, text, points, link }: Entry): void {
  if (bold) page.leftLabel('H3', label, { font: 'semibold', size: 10.5, link });
  else page.leftLabel('P', label, { font: 'regular', size: 9, color: muted });
  if (title) page.paragraph('H3', title, styles.title);
  if (where) page.paragraph('P', where, { ...styles.where, gap: points ? 3 : 0 });
  if (text) page.paragraph('P', text, styles.text);
  for (const point of points ?? []) {
    page.reserve(page.measure(point, styles.point));
    page.leftLabel('Lbl', '–', {
      font: 'regular',
      size: 10.5,
      color: vermilion,
      x: COLUMN,
      width: 10,
    });
    page.paragraph('P', point, { ...styles.point, gap: 1.5 });
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
    (title ? page.measure(title, styles.title) : 0) +
    (where ? page.measure(where, styles.where) : 0) +
    (text ? page.measure(text, styles.text) : 0) +
    points.reduce((sum, point) => sum + page.measure(point, styles.point) + 1.5, 0);
  return Math.max(left, right) + 14;
}

function concatBytes(chunks: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
