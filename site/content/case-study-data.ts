import type { CreativeWork, ItemList, WithContext } from 'schema-dts';
import type { CaseStudy, CaseStudyCard } from './case-studies.ts';

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

export interface Technology {
  name: string;
  /** Name for URLs and element IDs. */
  slug: string;
  /** Number of projects with the technology. */
  count: number;
}

/** Returns the slug of a technology: node-js for Node.js, c-plus-plus for C++, c-sharp for C#. */
export function technologySlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('+', '-plus')
    .replaceAll('#', '-sharp')
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
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

/** Returns the structured data of the list of case studies. */
export function projectList(origin: string, studies: CaseStudyCard[]): WithContext<ItemList> {
  return {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    name: 'Projects',
    itemListElement: studies.map((study, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: study.title,
      url: origin + study.path,
    })),
  };
}
