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

/** A section without content is null: it gets no heading and no entry in the contents. */
export function sectionsOf(
  study: CaseStudy,
  hasText: boolean,
): Record<SectionKey, StudySectionName | null> {
  const when = (present: unknown, id: string, title: string) => (present ? { id, title } : null);
  const { background, objectives, myRole, scope, goal } = study;
  return {
    overview: when(
      background || myRole || objectives.length + scope.length > 0,
      'overview',
      'Overview',
    ),
    branding: when(study.branding, 'branding', 'Branding'),
    restApi: when(study.restApi, 'rest-api', 'REST API'),
    ui: when(study.ui, 'ui', 'UI and components'),
    features: when(study.features || hasText, 'features', 'Features'),
    flow: when(study.flow, 'flow', 'The Flow'),
    goal: when(goal, 'goal', goal?.next.length ? 'The Goal and what’s next' : 'The Goal'),
    apiManagement: when(study.apiManagement, 'api-management', 'API management'),
  };
}

export interface Technology {
  name: string;
  /** As it stands in an address and in an id. */
  slug: string;
  /** Projects that use it. */
  count: number;
}

/** 'Node.js' becomes 'node-js', 'C++' 'c-plus-plus', 'C#' 'c-sharp'. */
export function technologySlug(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('+', '-plus')
    .replaceAll('#', '-sharp')
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Every technology of these projects, the most used first. */
export function technologiesOf(studies: CaseStudyCard[]): Technology[] {
  const found = new Map<string, Technology>();
  for (const name of studies.flatMap((study) => study.technologies)) {
    const slug = technologySlug(name);
    const technology = found.get(slug) ?? { name, slug, count: 0 };
    found.set(slug, { ...technology, count: technology.count + 1 });
  }
  return [...found.values()].toSorted(
    (one, other) => other.count - one.count || one.name.localeCompare(other.name, 'en'),
  );
}

/**
 * Style that hides the cards without the technology that is chosen, and its hash for the policy:
 * which technologies there are is only known when the page is built.
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

/** A case study as search engines read it. */
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

/** The list of all case studies as search engines read it. */
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
