import type { EditorForm } from '../form.ts';
import type { FieldName } from './merge.ts';

/** Labels of the fields in the editor. */
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

/** Returns the value of a field as text. */
export function shownValue(form: EditorForm, name: FieldName): string {
  const value = form[name];
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return value ?? '';
}
