import { describe, expect, it } from 'vitest';
import { emptyForm } from '../form.ts';
import { mergeForms } from './merge.ts';
import { asTyped, reconcile } from './reconcile.ts';

const began = { ...emptyForm, title: 'Title', tags: 'react', slug: 'title', markdown: 'Hello' };
/** As it was typed: the server tidies it. */
const saved = { ...began, title: 'Title ', tags: 'React, ' };
const standing = { began, saved, form: saved, unanswered: [] };

describe('when something else is stored than was heard of', () => {
  it('goes on from one’s own words, whose answer was lost', () => {
    const sent = { ...saved, markdown: 'Hello world' };
    const form = { ...saved, markdown: 'Hello world again' };
    const stored = { ...began, slug: 'hello', markdown: 'Hello world' };
    const found = reconcile({ ...standing, form, unanswered: [sent] }, stored);
    expect(found).toMatchObject({ own: true, clean: true });
    expect(found.form).toMatchObject({ title: 'Title ', markdown: 'Hello world again' });
  });

  it('asks when the same words were changed elsewhere, lost answer or not', () => {
    const sent = { ...saved, markdown: 'Hello world' };
    const stored = { ...began, markdown: 'Hello moon' };
    const found = reconcile({ ...standing, form: sent, unanswered: [sent] }, stored);
    expect(found).toMatchObject({ own: false, clean: false });
  });

  it('does not take for a change what the server has only tidied', () => {
    const form = { ...saved, markdown: 'Hello again' };
    const stored = { ...began, title: 'Theirs' };
    const found = reconcile({ ...standing, form }, stored);
    expect(found).toMatchObject({ own: false, clean: true });
    expect(found.form).toMatchObject({ title: 'Theirs', tags: 'React, ', markdown: 'Hello again' });
  });

  it('asks about what both have changed alone, and not about what was only tidied', () => {
    const form = { ...saved, markdown: 'Hello again' };
    const stored = { ...began, title: 'Theirs', markdown: 'Hello moon' };
    const found = mergeForms(asTyped({ began, saved, form }), form, stored);
    expect([found.clean, found.fields, found.form.title]).toEqual([false, [], 'Theirs']);
  });
});
