import type { ArticleResponse } from '#contracts/article.ts';
import { browserZone } from '../../format/dates.ts';
import {
  parseDateTime,
  toDateTimeText,
  toScheduleInput,
  validateDateTime,
} from '../ui/date-time/date-time.ts';

/** Values of the editor's fields. Lists are words separated by commas. */
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
  /** URL of the image. */
  imageUrl: string;
  imageAlt: string;
  linkedin: boolean;
  dev: boolean;
  medium: boolean;
  linkedinContent: string;
  /** `2026-12-01T09:00+01:00[Europe/Berlin]`, see ../ui/date-time/date-time.ts; empty to publish immediately. */
  scheduledDate: string;
  /** Choice whether subscribers get it by email; `unchanged` keeps the stored value. */
  newsletter: 'send' | 'skip' | 'unchanged';
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
  newsletter: 'unchanged',
};

/** Maximum length of the LinkedIn post. */
export const LINKEDIN_MAX = 3000;
/** Maximum length of a description. */
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
      ? toDateTimeText(article.scheduledDate, article.scheduledZone ?? browserZone())
      : '',
    newsletter: 'unchanged',
  };
}

const fieldNames = Object.keys(emptyForm) as (keyof EditorForm)[];

export function sameForm(first: EditorForm, second: EditorForm): boolean {
  return fieldNames.every((name) => first[name] === second[name]);
}

/** Returns a form with the fields of the given values. */
export const buildForm = (from: (name: keyof EditorForm) => EditorForm): EditorForm =>
  Object.fromEntries(fieldNames.map((name) => [name, from(name)[name]])) as unknown as EditorForm;

/** Returns the fields after a save: the server's values, except where the author typed during the save. */
export const articleFormAfterSave = (
  now: EditorForm,
  sent: EditorForm,
  stored: EditorForm,
): EditorForm => buildForm((name) => (now[name] === sent[name] ? stored : now));

/** Returns the words of a comma-separated list. */
export const splitList = (list: string): string[] =>
  list
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean);

/**
 * Returns the body of a save. Values that the server sets by default (slug, and time of a scheduled day) are
 * included only if they were changed.
 */
export function articleBody(form: EditorForm, draft: boolean, stored: EditorForm) {
  const slug = form.slug.trim();
  return {
    title: form.title,
    subtitle: form.subtitle,
    description: form.description,
    language: form.language.trim() || 'en',
    category: splitList(form.category),
    tags: splitList(form.tags).map((tag) => tag.toLowerCase().replaceAll(/\s+/g, '-')),
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
    ...(form.newsletter !== 'unchanged' && { newsletter: form.newsletter === 'send' }),
  };
}

/** Returns the schedule if it is complete; a partly chosen time is omitted. */
function scheduleOf(text: string) {
  const dateTime = parseDateTime(text);
  return dateTime ? toScheduleInput(dateTime) : { scheduledDate: '' };
}

/** Pattern of a language tag (BCP 47), repeated from the contract, whose import would add all of zod. */
const LANGUAGE_TAG = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/;

const required = {
  title: 'An article needs a title.',
  subtitle: 'A published article needs a subtitle.',
  markdown: 'A published article needs a text.',
  description: 'A published article needs a description.',
} as const;

interface ValidationOptions {
  draft: boolean;
  /** The stored article; null for a new one. */
  stored: EditorForm | null;
  /** True if the article is public already. */
  published: boolean;
  now: Date;
}

/**
 * Returns the errors that prevent saving, by field: a draft only needs a title. Publishing needs an image,
 * except for an article that is already published without one.
 */
export function validateForm(form: EditorForm, options: ValidationOptions): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [name, message] of Object.entries(required)) {
    if (options.draft && name !== 'title') continue;
    if (form[name as keyof typeof required].trim() === '') errors[name] = message;
  }
  if (!LANGUAGE_TAG.test(form.language.trim() || 'en'))
    errors.language = 'Use a language tag such as en or pt-BR.';
  if (form.linkedinContent.length > LINKEDIN_MAX) {
    errors.linkedinContent = `At most ${LINKEDIN_MAX.toLocaleString('en')} characters.`;
  }
  const dateTime = parseDateTime(form.scheduledDate);
  if (dateTime && form.scheduledDate !== options.stored?.scheduledDate) {
    const error = validateDateTime(dateTime, options.now.getTime());
    if (error) errors.scheduledDate = error;
  }
  if (options.draft) return errors;
  if (form.linkedin && form.linkedinContent.trim() === '') {
    errors.linkedinContent = 'The LinkedIn post needs some text.';
  }
  const mayLackImage = options.published && options.stored?.image === '';
  if (form.image === '' && !mayLackImage) errors.image = 'No Image Upload';
  return errors;
}
