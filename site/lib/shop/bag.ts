import type { Cart, CartLine } from '#contracts/cart.ts';
import { cartMessages } from '#contracts/shop-words.ts';
import { ApiError } from '../api-client.ts';
import { counted } from '../counted.ts';
import { askBefore } from '../responses/ask.ts';
import { element } from '../search/elements.ts';
import { showToast } from '../toast.ts';
import { troubleNotice } from '../trouble-notice.ts';
import type { OddAmounts } from './bag-amount.ts';
import {
  addToBag,
  beginCheckout,
  changeAmount,
  changeQuantity,
  enterCode,
  leaveCode,
  onBagChange,
  readBag,
  removeFromBag,
} from './bag-calls.ts';
import { createCodeField } from './bag-code.ts';
import { lineOf } from './bag-line.ts';
import { createConsent, summaryOf } from './bag-summary.ts';
import { takeWish } from './wish.ts';

/** Draws the bag, and keeps it true: after each change, and when it was changed elsewhere. */
export async function showBag(place: HTMLElement, userId: string): Promise<void> {
  const state = element('p', { class: 'label', role: 'status' });
  const content = element('div', { class: 'bag__content' });
  const consent = createConsent(userId);
  const odd: OddAmounts = new Map();
  const code = createCodeField({
    enter: async (typed) => draw(await enterCode(typed)),
    leave: async () => void (await act(leaveCode)),
  });
  place.append(state, content);
  // A press that ends what is typed changes the bag; drawn anew at once, what is pressed would be gone
  // before the press is over.
  let isPressed = false;
  let late: Cart | null = null;
  content.addEventListener('pointerdown', () => {
    isPressed = true;
  });
  const released = () => {
    isPressed = false;
    if (late) draw(late);
  };
  for (const end of ['pointerup', 'pointercancel'] as const) {
    // Behind the click of this press.
    addEventListener(end, () => setTimeout(released));
  }

  function draw(bag: Cart): void {
    late = isPressed ? bag : null;
    if (late) return;
    const focused = document.activeElement?.getAttribute('data-key');
    state.textContent = counted(bag.count, 'product');
    for (const id of odd.keys()) if (!bag.cart.some(({ _id }) => _id === id)) odd.delete(id);
    code.show(bag.code);
    const deeds = { change, remove, odd, choose };
    content.replaceChildren(
      ...(bag.count === 0
        ? [empty()]
        : [
            element(
              'ul',
              { class: 'bag__lines', 'aria-label': 'Products' },
              ...bag.cart.map((line) => lineOf(line, bag.currency, deeds)),
            ),
            summaryOf(bag, { consent, code: code.place }, (button) => void pay(bag, button)),
          ]),
    );
    const again = focused
      ? content.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)
      : null;
    again?.focus();
  }

  /** Does something to the bag, and says what came of it. */
  async function act(work: () => Promise<Cart>): Promise<boolean> {
    content.setAttribute('aria-busy', 'true');
    try {
      draw(await work());
      return true;
    } catch (error) {
      void showToast({ type: 'error', message: sentenceOf(error) });
      await load();
      return false;
    } finally {
      content.removeAttribute('aria-busy');
    }
  }

  const change = (line: CartLine, quantity: number) =>
    void act(() => changeQuantity(line._id, quantity));

  /** What cannot be paid stays as it was typed, with the reason beside it. */
  async function choose(line: CartLine, amount: number, typed: string): Promise<void> {
    content.setAttribute('aria-busy', 'true');
    try {
      const bag = await changeAmount(line._id, amount);
      odd.delete(line._id);
      draw(bag);
    } catch (error) {
      odd.set(line._id, { typed, said: sentenceOf(error) });
      await load();
    } finally {
      content.removeAttribute('aria-busy');
    }
  }

  async function remove(line: CartLine): Promise<void> {
    const question = { title: cartMessages.remove, text: line.title, yes: 'Delete' };
    if (!(await askBefore(question))) return;
    if (await act(() => removeFromBag(line._id))) place.querySelector<HTMLElement>('h1')?.focus();
  }

  async function pay(bag: Cart, button: HTMLButtonElement): Promise<void> {
    const [wrong] = odd.keys();
    if (wrong) return content.querySelector<HTMLElement>(`[data-key="amount ${wrong}"]`)?.focus();
    button.setAttribute('aria-disabled', 'true');
    button.setAttribute('aria-busy', 'true');
    try {
      const { approveUrl } = await beginCheckout(bag.total);
      location.assign(approveUrl);
    } catch (error) {
      await load();
      const said = content.querySelector('[data-pay-error]');
      if (said) said.textContent = sentenceOf(error);
    }
  }

  async function load(): Promise<void> {
    try {
      draw(await readBag());
    } catch (error) {
      content.replaceChildren(troubleNotice(sentenceOf(error), () => void load()));
    }
  }

  const wish = takeWish();
  if (!wish || !(await act(() => addToBag(wish)))) await load();
  onBagChange(() => void load());
  document.addEventListener('visibilitychange', () => {
    // Somebody typing is not interrupted: they have just come back to this very field.
    if (document.visibilityState === 'visible') void load();
  });
  // Back from the provider by the browser's own button: what was busy is not any more.
  addEventListener('pageshow', (event) => {
    if (event.persisted) void load();
  });
}

function empty(): HTMLElement {
  return element(
    'div',
    { class: 'empty' },
    element('h2', {}, cartMessages.empty),
    element(
      'p',
      {},
      'What you put in stays here, on all of your devices. ',
      element('a', { href: '/shop' }, 'Go to the shop'),
    ),
  );
}

const sentenceOf = (error: unknown) =>
  error instanceof ApiError ? error.message : 'Something went wrong here. Please reload the page.';
