import type { EditorForm } from '../form.ts';
import type { FieldName } from './merge.ts';

/** Fields by the names they have in the editor. */
export const fieldLabels: Record<FieldName, string> = {
  title: 'Title',
  subtitle: 'Subtitle',
  description: 'Description',
  language: 'Language',
  category: 'Category',
  tags: 'Tags',
  series: 'Series',
  slug: 'Address',
  image: 'Article image',
  imageAlt: 'Alt text',
  linkedin: 'LinkedIn',
  dev: 'Dev',
  medium: 'Medium',
  linkedinContent: 'LinkedIn content',
  scheduledDate: 'Schedule date',
  newsletter: 'Send to subscribers',
};

/** What stands in a field, in words. */
export function shownValue(form: EditorForm, name: FieldName): string {
  const value = form[name];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value ?? '';
}
