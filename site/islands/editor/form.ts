import type { ArticleResponse } from '#contracts/article.ts';
import { browserZone, faultOf, momentOf, readMoment, wishOf } from '../ui/moment/moment.ts';

/** What the editor edits, as it stands in its fields. Lists are words joined by commas. */
export interface EditorForm {
  title: string;
  subtitle: string;
  description: string;
  language: string;
  category: string;
  tags: string;
  series: string;
  slug: string;
  markdown: string;
  /** Public id of the article's image; empty without one. */
  image: string;
  /** Where it is shown from. */
  imageUrl: string;
  imageAlt: string;
  linkedin: boolean;
  dev: boolean;
  medium: boolean;
  linkedinContent: string;
  /** `2026-12-01T09:00+01:00[Europe/Berlin]`, see ../schedule/moment.ts; empty for at once. */
  scheduledDate: string;
  /** Whether subscribers get it by mail; null: nobody has touched the choice, what is stored stays. */
  newsletter: boolean | null;
}

export const emptyForm: EditorForm = {
  title: '',
  subtitle: '',
  description: '',
  language: 'en',
  category: '',
  tags: '',
  series: '',
  slug: '',
  markdown: '',
  image: '',
  imageUrl: '',
  imageAlt: '',
  linkedin: false,
  dev: false,
  medium: false,
  linkedinContent: '',
  scheduledDate: '',
  newsletter: null,
};

/** Characters of the LinkedIn post, as the service counts them. */
export const LINKEDIN_MAX = 3000;
/** Characters of a description. */
export const DESCRIPTION_MAX = 1000;

export function formFrom(article: ArticleResponse): EditorForm {
  return {
    title: article.title,
    subtitle: article.subtitle,
    description: article.description,
    language: article.language,
    category: article.categories.join(', '),
    tags: article.tags.join(', '),
    series: article.series ?? '',
    slug: article.slug,
    markdown: article.markdown ?? '',
    image: article.images?.public_id ?? '',
    imageUrl: article.images?.url ?? '',
    imageAlt: article.imageAlt,
    linkedin: article.linkedin,
    dev: article.dev,
    medium: article.medium,
    linkedinContent: article.linkedinContent,
    scheduledDate: article.scheduledDate
      ? momentOf(article.scheduledDate, article.scheduledZone ?? browserZone())
      : '',
    newsletter: null,
  };
}

const fieldNames = Object.keys(emptyForm) as (keyof EditorForm)[];

export function sameForm(one: EditorForm, other: EditorForm): boolean {
  return fieldNames.every((name) => one[name] === other[name]);
}

/** A form with each field of the one that is named for it. */
export const gathered = (from: (name: keyof EditorForm) => EditorForm): EditorForm =>
  Object.fromEntries(fieldNames.map((name) => [name, from(name)[name]])) as unknown as EditorForm;

/**
 * The fields after a save: what the server made of the sent ones, except where the author typed on
 * while the save was under way.
 */
export const afterSave = (now: EditorForm, sent: EditorForm, stored: EditorForm): EditorForm =>
  gathered((name) => (now[name] === sent[name] ? stored : now));

/** The words of a list that is joined by commas. */
export const wordsOf = (list: string): string[] =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/**
 * The body of a save. What the server decides while it is left alone, the address and the moment
 * behind a scheduled day, stays out until it is changed.
 */
export function requestBody(form: EditorForm, draft: boolean, stored: EditorForm) {
  const slug = form.slug.trim();
  return {
    title: form.title,
    subtitle: form.subtitle,
    description: form.description,
    language: form.language.trim() || 'en',
    category: wordsOf(form.category),
    tags: wordsOf(form.tags).map((tag) => tag.toLowerCase().replaceAll(/\s+/g, '-')),
    series: form.series.trim() || null,
    markdown: form.markdown,
    images: form.image === '' ? null : { public_id: form.image },
    imageAlt: form.imageAlt,
    linkedin: form.linkedin,
    dev: form.dev,
    medium: form.medium,
    linkedinContent: form.linkedinContent,
    draft,
    ...(slug && slug !== stored.slug ? { slug } : {}),
    ...(form.scheduledDate !== stored.scheduledDate && scheduleOf(form.scheduledDate)),
    ...(form.newsletter !== null && { newsletter: form.newsletter }),
  };
}

/** What of a schedule can be sent: a time that is only half chosen cannot. */
function scheduleOf(text: string) {
  const moment = readMoment(text);
  return moment ? wishOf(moment) : { scheduledDate: '' };
}

/** The form of a language tag (BCP 47), as the contract has it; that one would bring all of zod along. */
const LANGUAGE_TAG = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;

const required = {
  title: 'An article needs a title.',
  subtitle: 'A published article needs a subtitle.',
  markdown: 'A published article needs a text.',
  description: 'A published article needs a description.',
} as const;

interface Wish {
  draft: boolean;
  /** What is stored; null for a new article. */
  stored: EditorForm | null;
  /** Whether readers can see it already. */
  published: boolean;
  now: Date;
}

/**
 * What keeps a form from being saved, field by field: a draft needs a title alone. An image is needed
 * to publish; an article that went live without one can still be mended.
 */
export function faultsOf(form: EditorForm, wish: Wish): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const [name, sentence] of Object.entries(required)) {
    if (wish.draft && name !== 'title') continue;
    if (form[name as keyof typeof required].trim() === '') faults[name] = sentence;
  }
  if (!LANGUAGE_TAG.test(form.language.trim() || 'en'))
    faults.language = 'Use a language tag such as en or pt-BR.';
  if (form.linkedinContent.length > LINKEDIN_MAX) {
    faults.linkedinContent = `At most ${LINKEDIN_MAX.toLocaleString('en')} characters.`;
  }
  const moment = readMoment(form.scheduledDate);
  if (moment && form.scheduledDate !== wish.stored?.scheduledDate) {
    const fault = faultOf(moment, wish.now.getTime());
    if (fault) faults.scheduledDate = fault;
  }
  if (wish.draft) return faults;
  if (form.linkedin && form.linkedinContent.trim() === '') {
    faults.linkedinContent = 'The LinkedIn post needs some text.';
  }
  const mayLackImage = wish.published && wish.stored?.image === '';
  if (form.image === '' && !mayLackImage) faults.image = 'No Image Upload';
  return faults;
}
