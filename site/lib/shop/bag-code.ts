import type { Cart } from '#contracts/cart.ts';
import { discountMessages } from '#contracts/discount-words.ts';
import { ApiError } from '../api-client.ts';
import { element } from '../search/elements.ts';

interface Deeds {
  /** Puts a code into the bag and draws it; fails with the reason. */
  enter(code: string): Promise<void>;
  leave(): Promise<void>;
}

/** Where a code is typed, and the one that is in the bag. */
export interface CodeField {
  place: HTMLElement;
  show(code: Cart['code']): void;
}

/** Stays while the bag is drawn anew, and with it what a person has typed. */
export function createCodeField({ enter, leave }: Deeds): CodeField {
  const place = element('div', { class: 'bag__code' });
  const input = element('input', {
    ...{ id: 'discount-code', name: 'code', type: 'text', maxlength: '100', 'data-key': 'code' },
    ...{ autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false' },
    ...{ enterkeyhint: 'done', 'aria-describedby': 'discount-code-error' },
  });
  const error = element('p', { class: 'field__error', id: 'discount-code-error', role: 'alert' });
  const use = element('button', { class: 'button', type: 'submit' }, 'Use it');
  const form = element(
    'form',
    { class: 'bag__code-form field', novalidate: '' },
    element('label', { for: input.id }, 'Discount code'),
    element('div', { class: 'bag__code-row' }, input, use),
    error,
  );

  function say(sentence: string): void {
    error.textContent = sentence;
    if (sentence === '') input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (use.getAttribute('aria-busy') === 'true') return;
    const typed = input.value.trim();
    if (typed === '') {
      say(discountMessages.empty);
      input.focus();
      return;
    }
    void send(typed);
  });

  async function send(typed: string): Promise<void> {
    use.setAttribute('aria-busy', 'true');
    try {
      await enter(typed);
      say('');
      input.value = '';
      place.querySelector<HTMLElement>('[data-key="leave-code"]')?.focus();
    } catch (caught) {
      say(caught instanceof ApiError ? caught.message : 'Please reload the page.');
      input.focus();
    } finally {
      use.removeAttribute('aria-busy');
    }
  }

  function usedCode({ code, offer, problem }: NonNullable<Cart['code']>): HTMLElement {
    const away = element(
      'button',
      { class: 'button button--small', type: 'button', 'data-key': 'leave-code' },
      'Take away',
      element('span', { class: 'quiet' }, ` the code ${code}`),
    );
    away.addEventListener('click', () => {
      void leave().then(() => input.focus());
    });
    return element(
      'div',
      { class: 'bag__code-used' },
      element('p', { role: 'status' }, element('strong', {}, code), ` ${offer}`),
      away,
      ...(problem === null ? [] : [element('p', { class: 'field__error' }, problem)]),
    );
  }

  return {
    place,
    show(code) {
      place.replaceChildren(code === null ? form : usedCode(code));
    },
  };
}
