import { z } from 'zod';
import { describeIssues } from './fields.ts';

const MEDIA_FOLDER = 'content/media/case-studies';
const line = z.string().trim().min(1, 'is empty');
/** Paragraphs, separated by empty lines. */
const text = line.transform((value) => value.split(/\n\s*\n/).map((paragraph) => paragraph.trim()));
const lines = z.array(line).default([]);
const url = z
  .string()
  .regex(/^(https?:\/\/|\/(?!\/))/, 'needs a URL that starts with https:// or with one slash');

/** Name of a media file. The optional folder before it lets Markdown editors show the image. */
const mediaFile = (...endings: string[]) =>
  line
    .refine(
      (path) =>
        /^(\.\.\/media\/case-studies\/)?[\w.-]+$/.test(path) &&
        endings.some((ending) => path.endsWith(ending)),
      `needs the name of a file in ${MEDIA_FOLDER} that ends with ${endings.join(', ')}`,
    )
    .transform((path) => path.split('/').at(-1) ?? path);

const imageEndings = ['.png', '.jpg', '.jpeg', '.webp', '.avif'];
const studyImage = z.strictObject({
  src: mediaFile(...imageEndings),
  alt: line,
  caption: line.optional(),
});
const video = z.strictObject({
  src: mediaFile('.mp4', '.webm'),
  title: line,
  poster: mediaFile(...imageEndings),
  /** WebVTT file; for a silent video it describes the scenes. */
  captions: mediaFile('.vtt'),
  captionsLanguage: line.default('en'),
});
const point = z.strictObject({ title: line, text: line });

/** Front matter of a case study. Pages do not show missing optional fields. */
export const caseStudySchema = z.strictObject({
  id: z.int('needs a whole number').min(1, 'starts at 1'),
  name: line,
  title: line,
  headline: line,
  subHeading: line.optional(),
  role: line,
  context: line,
  period: line,
  technologies: z.array(line).min(1, 'needs at least one technology'),
  cover: studyImage,
  hero: studyImage.optional(),

  website: url.optional(),
  prototype: url.optional(),
  app: url.optional(),
  source: z.array(z.strictObject({ label: line, url })).default([]),
  version: line.optional(),

  background: text.optional(),
  objectives: lines,
  myRole: text.optional(),
  scope: lines,

  branding: z
    .strictObject({
      text: text.optional(),
      palette: z
        .array(
          z.strictObject({
            name: line,
            value: z
              .string()
              .regex(/^#[\da-f]{6}$/i, "needs a colour of six digits in quotes, such as '#d9442b'"),
            use: line.optional(),
          }),
        )
        .default([]),
      typography: z
        .array(
          z.strictObject({
            family: line,
            use: line,
            sample: line,
            face: z.enum(['display', 'text', 'mono'], "needs 'display', 'text' or 'mono'"),
          }),
        )
        .default([]),
      image: studyImage.optional(),
    })
    .optional(),

  restApi: z
    .strictObject({
      text: text.optional(),
      endpoints: z
        .array(
          z.strictObject({
            method: z.enum(
              ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
              'needs GET, POST, PUT, PATCH or DELETE',
            ),
            path: line.startsWith('/', 'needs a path that starts with a slash'),
            text: line,
          }),
        )
        .default([]),
      example: z.strictObject({ caption: line, code: z.string().min(1) }).optional(),
    })
    .optional(),

  ui: z
    .strictObject({
      text: text.optional(),
      components: z.array(point).default([]),
      images: z.array(studyImage).default([]),
    })
    .optional(),

  features: z
    .strictObject({
      highlights: z.array(point).default([]),
      videos: z.array(video).default([]),
      images: z.array(studyImage).default([]),
      otherContributions: lines,
    })
    .optional(),

  flow: z
    .strictObject({
      text: text.optional(),
      steps: z.array(point).default([]),
      image: studyImage.optional(),
    })
    .optional(),

  goal: z
    .strictObject({
      text,
      results: z.array(z.strictObject({ value: line, label: line })).default([]),
      next: lines,
    })
    .optional(),

  apiManagement: z
    .strictObject({
      text: text.optional(),
      points: z.array(point).default([]),
      image: studyImage.optional(),
    })
    .optional(),
});

export type CaseStudyFields = z.infer<typeof caseStudySchema>;
export type ImageField = z.infer<typeof studyImage>;
export type VideoField = z.infer<typeof video>;

/** A case study is invalid; the message names the file and each invalid field. */
export class InvalidCaseStudyError extends Error {}

/** Validates the front matter of a file. @throws InvalidCaseStudyError */
export function readCaseStudy(file: string, frontMatter: unknown): CaseStudyFields {
  const parsed = caseStudySchema.safeParse(frontMatter, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new InvalidCaseStudyError(
    `${file} is invalid: ${describeIssues(parsed.error, 'the front matter')}`,
  );
}

/** Checks that all media files exist. @throws InvalidCaseStudyError that names each field with a missing file */
export function checkMedia(file: string, fields: CaseStudyFields, existing: Set<string>): void {
  const missing = mediaOf(fields)
    .filter(([, name]) => !existing.has(name))
    .map(([field, name]) => `'${field}': there is no file '${name}' in ${MEDIA_FOLDER}`);
  if (missing.length > 0)
    throw new InvalidCaseStudyError(`${file} is invalid: ${missing.join('; ')}`);
}

/** Returns the fields that contain the name of a media file, with the name. */
export function mediaOf(value: unknown, field = ''): [field: string, name: string][] {
  if (typeof value !== 'object' || value === null) {
    return /(^|\.)(src|poster|captions)$/.test(field) ? [[field, String(value)]] : [];
  }
  return Object.entries(value).flatMap(([key, part]) =>
    mediaOf(part, field ? `${field}.${key}` : key),
  );
}

/** Sorts case studies by ID. @throws InvalidCaseStudyError if two files have the same ID */
export function sortById<Study extends { id: number; file: string }>(studies: Study[]): Study[] {
  const sorted = studies.toSorted((first, second) => first.id - second.id);
  for (const [index, study] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before?.id === study.id) {
      throw new InvalidCaseStudyError(
        `${study.file} is invalid: 'id': ${study.id} is taken by ${before.file}`,
      );
    }
  }
  return sorted;
}
