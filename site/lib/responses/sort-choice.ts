import type { CommentSort } from '#contracts/comment-limits.ts';
import { element } from '../search/elements.ts';

const names: Record<CommentSort, string> = { relevant: 'Most Relevant', recent: 'Most Recent' };

/** The two orders of the list, side by side. */
export function sortChoice(chosen: (sort: CommentSort) => void): HTMLFieldSetElement {
  const choices = (Object.keys(names) as CommentSort[]).map((sort) => {
    const input = element('input', {
      ...{ type: 'radio', name: 'responses-sort' },
      class: 'quiet',
    });
    input.checked = sort === 'relevant';
    input.addEventListener('change', () => chosen(sort));
    return element('label', { class: 'choices__one' }, input, element('span', {}, names[sort]));
  });
  return element(
    'fieldset',
    { class: 'choices responses__sort' },
    element('legend', { class: 'quiet' }, 'Order'),
    ...choices,
  );
}
