import type { OrderAddress } from '#contracts/order.ts';
import { readStoredJson, writeStored } from '../../client/storage.ts';
import { element } from '../search/elements.ts';

// Ends with `-draft` to be cleared at sign-out, see lib/typed.ts.
const KEY = 'receipt-address-draft';

const fields: [keyof OrderAddress, label: string, autocomplete: string, max: number][] = [
  ['recipient_name', 'Name or company', 'billing name', 200],
  ['line1', 'Street and number', 'billing street-address', 300],
  ['postal_code', 'Postal code', 'billing postal-code', 40],
  ['city', 'City', 'billing address-level2', 120],
  ['country_code', 'Country, two letters', 'billing country', 2],
];

/** Returns what this user has typed in this tab and not yet paid with. */
export function readReceiptAddress(userId: string): Partial<OrderAddress> {
  const kept = readStoredJson(KEY, 'session') as Record<string, unknown> | null;
  if (kept?.userId !== userId) return {};
  const given = fields.flatMap(([name]) => {
    const value = kept[name];
    return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : [];
  });
  return Object.fromEntries(given) as Partial<OrderAddress>;
}

export function forgetReceiptAddress(): void {
  writeStored(KEY, null, 'session');
}

/** Returns optional fields for the recipient on the receipt of this user. */
export function receiptAddressFields(userId: string): HTMLElement {
  const kept = readReceiptAddress(userId);
  const inputs = fields.map(([name, label, autocomplete, max]) => {
    const input = element('input', {
      ...{ id: `receipt-${name}`, name, type: 'text', autocomplete, maxlength: String(max) },
      ...(name === 'country_code' && { pattern: '[A-Za-z]{2}', size: '3' }),
    });
    input.value = kept[name] ?? '';
    return {
      input,
      field: element('div', { class: 'field' }, element('label', { for: input.id }, label), input),
    };
  });
  const keep = () => {
    const values = inputs.map(({ input }) => [input.name, input.validity.valid ? input.value : '']);
    // Without storage the receipt carries the name of the account.
    writeStored(KEY, JSON.stringify({ ...Object.fromEntries(values), userId }), 'session');
  };
  const box = element(
    'details',
    { class: 'bag__address' },
    element('summary', {}, 'Address on the receipt'),
    element(
      'p',
      { class: 'quiet-note' },
      'Optional. Without it the receipt carries the name of your account.',
    ),
    ...inputs.map(({ field }) => field),
  );
  box.addEventListener('input', keep);
  box.open = Object.keys(kept).length > 0;
  return box;
}
