import type { ArticleResponse } from '#contracts/article.ts';

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
};

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
  };
}

const fieldNames = Object.keys(emptyForm) as (keyof EditorForm)[];

export function sameForm(one: EditorForm, other: EditorForm): boolean {
  return fieldNames.every((name) => one[name] === other[name]);
}

/**
 * The fields after a save: what the server made of the sent ones, except where the author typed on
 * while the save was under way.
 */
export function afterSave(now: EditorForm, sent: EditorForm, stored: EditorForm): EditorForm {
  const result = { ...now };
  for (const name of fieldNames) {
    if (now[name] === sent[name]) result[name] = stored[name];
  }
  return result;
}

/** The body of a save. An untouched slug stays out, so that the server makes or keeps it. */
export function requestBody(form: EditorForm, draft: boolean, storedSlug: string) {
  const words = (list: string) =>
    list
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
  const slug = form.slug.trim();
  return {
    title: form.title,
    subtitle: form.subtitle,
    description: form.description,
    language: form.language.trim() || 'en',
    category: words(form.category),
    tags: words(form.tags).map((tag) => tag.toLowerCase().replaceAll(/\s+/g, '-')),
    series: form.series.trim() || null,
    markdown: form.markdown,
    draft,
    ...(slug && slug !== storedSlug ? { slug } : {}),
  };
}

const required = {
  title: 'An article needs a title.',
  subtitle: 'A published article needs a subtitle.',
  description: 'A published article needs a description.',
  markdown: 'A published article needs a text.',
} as const;

/** What keeps this form from being saved: a draft needs a title only. */
export function missingFields(form: EditorForm, draft: boolean): Record<string, string> {
  const missing: Record<string, string> = {};
  for (const [name, sentence] of Object.entries(required)) {
    if (draft && name !== 'title') continue;
    if (form[name as keyof typeof required].trim() === '') missing[name] = sentence;
  }
  return missing;
}
