import type { CreativeWork, WithContext } from 'schema-dts';
import type { CaseStudyFields, ImageField, VideoField } from '#contracts/case-study.ts';
import type { CaseStudyContent } from '#contracts/content.ts';
import type { OgImage, PageImage } from '#contracts/image.ts';
import type { PublishedLocals } from '#contracts/page.ts';
import { technologySlug } from '../format/links.ts';
import { getSiteContent } from './published.ts';

export interface StudySectionName {
  id: string;
  title: string;
}

type SectionKey =
  | 'overview'
  | 'branding'
  | 'restApi'
  | 'ui'
  | 'features'
  | 'flow'
  | 'goal'
  | 'apiManagement';

export interface Technology {
  name: string;
  /** Name for URLs and element IDs. */
  slug: string;
  /** Number of projects with the technology. */
  count: number;
}

export interface StudyImage extends PageImage {
  caption?: string;
}

type StudyOgImage = OgImage & { alt: string };

export interface StudyVideo {
  src: string;
  title: string;
  poster: StudyImage;
  captions: string;
  captionsLanguage: string;
}

/** A case study as pages show it. */
export interface CaseStudy extends CaseStudyFields, Omit<CaseStudyContent, 'fields'> {}

export interface CaseStudyCard {
  id: number;
  path: string;
  title: string;
  headline: string;
  role: string;
  period: string;
  technologies: string[];
  cover: StudyImage;
}

const MEDIA = '../../content/media/case-studies/';
const sampleImages = import.meta.glob<PageImage>(
  '../../content/media/case-studies/*.{png,jpg,jpeg,webp,avif}',
  { eager: true, import: 'default', query: '?image' },
);
const videos = import.meta.glob<string>('../../content/media/case-studies/*.{mp4,webm,vtt}', {
  eager: true,
  import: 'default',
  query: '?url',
});
const ogImages = import.meta.glob<OgImage>('../../content/case-studies/*.mdx', {
  eager: true,
  import: 'default',
  query: '?og-image',
});
/** Creates the error for a file that `checkMedia` should have found missing. */
const uncheckedMediaError = (study: CaseStudy, name: string) =>
  new Error(`the case study ${study.file} names '${name}', and that was not checked`);

export function imageOf(study: CaseStudy, { src, alt, caption }: ImageField): StudyImage {
  const image = study.images[src] ?? sampleImages[MEDIA + src];
  if (!image) throw uncheckedMediaError(study, src);
  return { ...image, alt, caption };
}

/** Returns the Open Graph image of a study: that of the build or of the image worker, or the cover until it is drawn. */
export function ogImageOf(study: CaseStudy): StudyOgImage {
  const alt = `${study.title}, a case study`;
  const drawn =
    study.ogImage === 'sample'
      ? ogImages[`../../content/case-studies/${study.file}.mdx`]
      : study.ogImage;
  if (drawn) return { ...drawn, alt };
  const { url, width, height } = imageOf(study, study.cover);
  return { url, width, height, alt };
}

export function videoOf(study: CaseStudy, video: VideoField): StudyVideo {
  const src = study.files[video.src] ?? videos[MEDIA + video.src];
  const captions = study.files[video.captions] ?? videos[MEDIA + video.captions];
  if (!src) throw uncheckedMediaError(study, video.src);
  if (!captions) throw uncheckedMediaError(study, video.captions);
  const poster = imageOf(study, { src: video.poster, alt: '' });
  return { ...video, src, captions, poster };
}

/** Returns the case studies, sorted by ID. */
export const listStudies = (locals: Partial<PublishedLocals>): CaseStudy[] =>
  getSiteContent(locals).caseStudies.map(({ fields, ...study }) => ({ ...fields, ...study }));

/** Returns the cards of all case studies, sorted by ID. */
export function listCaseStudies(locals: Partial<PublishedLocals>): CaseStudyCard[] {
  return listStudies(locals).map((study) => ({
    id: study.id,
    path: study.path,
    title: study.title,
    headline: study.headline,
    role: study.role,
    period: study.period,
    technologies: study.technologies,
    cover: imageOf(study, study.cover),
  }));
}

/** Returns the sections of a study. A section without content is null and has no entry in the table of contents. */
export function sectionsOf(
  study: CaseStudy,
  hasText: boolean,
): Record<SectionKey, StudySectionName | null> {
  const sectionIf = (hasContent: unknown, id: string, title: string) =>
    hasContent ? { id, title } : null;
  const { background, objectives, myRole, scope, goal } = study;
  return {
    overview: sectionIf(
      background || myRole || objectives.length + scope.length > 0,
      'overview',
      'Overview',
    ),
    branding: sectionIf(study.branding, 'branding', 'Branding'),
    restApi: sectionIf(study.restApi, 'rest-api', 'REST API'),
    ui: sectionIf(study.ui, 'ui', 'UI and components'),
    features: sectionIf(study.features || hasText, 'features', 'Features'),
    flow: sectionIf(study.flow, 'flow', 'The Flow'),
    goal: sectionIf(goal, 'goal', goal?.next.length ? 'The Goal and what’s next' : 'The Goal'),
    apiManagement: sectionIf(study.apiManagement, 'api-management', 'API management'),
  };
}

/** Returns all technologies of the projects, most used first. */
export function technologiesOf(studies: CaseStudyCard[]): Technology[] {
  const bySlug = new Map<string, Technology>();
  for (const name of studies.flatMap((study) => study.technologies)) {
    const slug = technologySlug(name);
    const technology = bySlug.get(slug) ?? { name, slug, count: 0 };
    bySlug.set(slug, { ...technology, count: technology.count + 1 });
  }
  return [...bySlug.values()].toSorted(
    (first, second) => second.count - first.count || first.name.localeCompare(second.name, 'en'),
  );
}

/**
 * Returns CSS rules that hide the cards without the selected technology, and their hash for the CSP. They are
 * generated, because the technologies come from the content.
 */
export async function filterRules(
  technologies: Technology[],
): Promise<{ rules: string; hash: `sha256-${string}` }> {
  const hidden = technologies.map(
    ({ slug }) =>
      `.projects:has(#technology-${slug}:checked) .projects__item:not([data-technologies~="${slug}"])`,
  );
  const rules = `@layer page{${hidden.join(',')}{display:none}}`;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(rules));
  return { rules, hash: `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}` };
}

/** Returns the structured data of a case study. */
export function creativeWork(
  origin: string,
  study: CaseStudy,
  author: string,
  image: string,
): WithContext<CreativeWork> {
  return {
    '@context': 'https://schema.org',
    '@type': 'CreativeWork',
    name: study.title,
    headline: study.headline,
    about: study.name,
    keywords: study.technologies.join(', '),
    temporalCoverage: study.period,
    ...(study.version ? { version: study.version } : {}),
    inLanguage: 'en',
    author: { '@type': 'Person', name: author, url: `${origin}/` },
    image: origin + image,
    url: origin + study.path,
  };
}
