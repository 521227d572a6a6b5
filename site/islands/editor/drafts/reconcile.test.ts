import { describe, expect, it } from 'vitest';
import { emptyForm } from '../form.ts';
import { asTyped, mergeForms, reconcile } from './merge.ts';

const original = { ...emptyForm, title: 'Title', tags: 'react', slug: 'title', markdown: 'Hello' };
/** Fields as typed; the server normalises them. */
const saved = { ...original, title: 'Title ', tags: 'React, ' };
const known = { original, saved, form: saved, unconfirmed: [] };

describe('reconciling with another stored version', () => {
  it('continues from the author’s own save whose response was lost', () => {
    const sent = { ...saved, markdown: 'Hello world' };
    const form = { ...saved, markdown: 'Hello world again' };
    const stored = { ...original, slug: 'hello', markdown: 'Hello world' };
    const result = reconcile({ ...known, form, unconfirmed: [sent] }, stored);
    expect(result).toMatchObject({ own: true, clean: true });
    expect(result.form).toMatchObject({ title: 'Title ', markdown: 'Hello world again' });
  });

  it('reports a conflict of the same words, with or without a lost response', () => {
    const sent = { ...saved, markdown: 'Hello world' };
    const stored = { ...original, markdown: 'Hello moon' };
    const result = reconcile({ ...known, form: sent, unconfirmed: [sent] }, stored);
    expect(result).toMatchObject({ own: false, clean: false });
  });

  it('ignores normalisation by the server', () => {
    const form = { ...saved, markdown: 'Hello again' };
    const stored = { ...original, title: 'Theirs' };
    const result = reconcile({ ...known, form }, stored);
    expect(result).toMatchObject({ own: false, clean: true });
    expect(result.form).toMatchObject({
      title: 'Theirs',
      tags: 'React, ',
      markdown: 'Hello again',
    });
  });

  it('reports only fields that both sides changed, without normalised ones', () => {
    const form = { ...saved, markdown: 'Hello again' };
    const stored = { ...original, title: 'Theirs', markdown: 'Hello moon' };
    const result = mergeForms(asTyped({ original, saved, form }), form, stored);
    expect([result.clean, result.fields, result.form.title]).toEqual([false, [], 'Theirs']);
  });
});
