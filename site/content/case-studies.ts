import type { Picture, SharePicture } from '#contracts/picture.ts';
import {
  type CaseStudyFields,
  checkMedia,
  type PictureField,
  readCaseStudy,
  sortById,
  type VideoField,
} from './case-study-schema.ts';

export interface StudyPicture extends Picture {
  caption?: string;
}

type StudyShare = SharePicture & { alt: string };

export interface StudyVideo {
  src: string;
  title: string;
  poster: StudyPicture;
  captions: string;
  captionsLanguage: string;
}

export interface CaseStudy extends CaseStudyFields {
  /** Path of the file from the root of the repository. */
  file: string;
  path: string;
}

export interface CaseStudyCard {
  id: number;
  path: string;
  title: string;
  headline: string;
  role: string;
  period: string;
  technologies: string[];
  cover: StudyPicture;
}

const MEDIA = '../../content/media/case-studies/';
const pictures = import.meta.glob<Picture>(
  '../../content/media/case-studies/*.{png,jpg,jpeg,webp,avif}',
  { eager: true, import: 'default', query: '?picture' },
);
const videos = import.meta.glob<string>('../../content/media/case-studies/*.{mp4,webm,vtt}', {
  eager: true,
  import: 'default',
  query: '?url',
});
const shares = import.meta.glob<SharePicture>('../../content/case-studies/*.mdx', {
  eager: true,
  import: 'default',
  query: '?share',
});
// Only the front matter, so that lists of studies do not include their text.
const frontMatters = import.meta.glob<unknown>('../../content/case-studies/*.mdx', {
  eager: true,
  import: 'frontmatter',
});

const media = new Set(
  [...Object.keys(pictures), ...Object.keys(videos)].map((path) => path.replace(MEDIA, '')),
);
/** Creates the error for a file that `checkMedia` should have found missing. */
const uncheckedMediaError = (study: CaseStudy, name: string) =>
  new Error(`${study.file} names '${name}', and that was not checked`);

export function pictureOf(study: CaseStudy, { src, alt, caption }: PictureField): StudyPicture {
  const picture = pictures[MEDIA + src];
  if (!picture) throw uncheckedMediaError(study, src);
  return { ...picture, alt, caption };
}

/** Returns the Open Graph image of a study. */
export function sharePictureOf(study: CaseStudy): StudyShare {
  const picture = shares[`../../${study.file}`];
  if (!picture) throw new Error(`nothing was drawn to share ${study.file}`);
  return { ...picture, alt: `${study.title}, a case study` };
}

export function videoOf(study: CaseStudy, video: VideoField): StudyVideo {
  const src = videos[MEDIA + video.src];
  const captions = videos[MEDIA + video.captions];
  if (!src) throw uncheckedMediaError(study, video.src);
  if (!captions) throw uncheckedMediaError(study, video.captions);
  const poster = pictureOf(study, { src: video.poster, alt: '' });
  return { ...video, src, captions, poster };
}

/** All case studies of content/case-studies, validated and sorted by ID. */
export const caseStudies: CaseStudy[] = sortById(
  Object.entries(frontMatters).map(([path, frontMatter]) => {
    const file = path.replace('../../', '');
    const fields = readCaseStudy(file, withoutAstroFields(frontMatter));
    checkMedia(file, fields, media);
    return { ...fields, file, path: `/project/${fields.id}` };
  }),
);

/** Removes the fields `file` and `url` that Astro adds to the front matter. */
function withoutAstroFields(frontMatter: unknown): unknown {
  if (typeof frontMatter !== 'object' || frontMatter === null) return frontMatter;
  const { file: _file, url: _url, ...written } = frontMatter as Record<string, unknown>;
  return written;
}

/** Returns the cards of all case studies, sorted by ID. */
export function listCaseStudies(): CaseStudyCard[] {
  return caseStudies.map((study) => ({
    id: study.id,
    path: study.path,
    title: study.title,
    headline: study.headline,
    role: study.role,
    period: study.period,
    technologies: study.technologies,
    cover: pictureOf(study, study.cover),
  }));
}
