import type { Picture } from '#contracts/picture.ts';
import type { SharePicture } from '#contracts/share-picture.ts';
import {
  type CaseStudyFields,
  checkMedia,
  inOrder,
  type PictureField,
  readCaseStudy,
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
  /** From the root of the repository. */
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
const films = import.meta.glob<string>('../../content/media/case-studies/*.{mp4,webm,vtt}', {
  eager: true,
  import: 'default',
  query: '?url',
});
const shares = import.meta.glob<SharePicture>('../../content/case-studies/*.mdx', {
  eager: true,
  import: 'default',
  query: '?share',
});
// The front matter alone: whoever lists the studies does not carry their text.
const frontMatters = import.meta.glob<unknown>('../../content/case-studies/*.mdx', {
  eager: true,
  import: 'frontmatter',
});

const media = new Set(
  [...Object.keys(pictures), ...Object.keys(films)].map((path) => path.replace(MEDIA, '')),
);
/** All studies are checked before one is drawn. */
const unchecked = (study: CaseStudy, name: string) =>
  new Error(`${study.file} names '${name}', and that was not checked`);

export function pictureOf(study: CaseStudy, { src, alt, caption }: PictureField): StudyPicture {
  const found = pictures[MEDIA + src];
  if (!found) throw unchecked(study, src);
  return { ...found, alt, caption };
}

/** What stands for a study where its address is shared. */
export function sharePictureOf(study: CaseStudy): StudyShare {
  const found = shares[`../../${study.file}`];
  if (!found) throw new Error(`nothing was drawn to share ${study.file}`);
  return { ...found, alt: `${study.title}, a case study` };
}

export function videoOf(study: CaseStudy, video: VideoField): StudyVideo {
  const src = films[MEDIA + video.src];
  const captions = films[MEDIA + video.captions];
  if (!src) throw unchecked(study, video.src);
  if (!captions) throw unchecked(study, video.captions);
  const poster = pictureOf(study, { src: video.poster, alt: '' });
  return { ...video, src, captions, poster };
}

/** All case studies of content/case-studies, checked, in the order of their ids. */
export const caseStudies: CaseStudy[] = inOrder(
  Object.entries(frontMatters).map(([path, frontMatter]) => {
    const file = path.replace('../../', '');
    const fields = readCaseStudy(file, withoutAstroFields(frontMatter));
    checkMedia(file, fields, media);
    return { ...fields, file, path: `/project/${fields.id}` };
  }),
);

/** Astro adds `file` and `url` to what the owner wrote. */
function withoutAstroFields(frontMatter: unknown): unknown {
  if (typeof frontMatter !== 'object' || frontMatter === null) return frontMatter;
  const { file: _file, url: _url, ...written } = frontMatter as Record<string, unknown>;
  return written;
}

/** What a card of a case study shows, in the order of the ids. */
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
