import { formatMoney, toMinor } from '#contracts/money.ts';
import { priceLabel } from '#contracts/shop-words.ts';
import { parsePrice } from '../../format/price.ts';
import { shorten } from '../../format/shorten.ts';
import type { ProductForm } from './form.ts';

/** The card of a product as in the shop, from the form. */
export function ProductCard({ form, currency }: { form: ProductForm; currency: string }) {
  const [picture] = form.pictures;
  const minor = toMinor(parsePrice(form.price), currency);
  const kind = { free: minor === 0, open: form.pricing === 'open' };
  const price = minor === null ? '' : priceLabel(formatMoney(minor, currency), kind);
  return (
    <article className="product-card" aria-label="Preview of the card">
      {picture ? (
        <img src={picture.url} alt={picture.alt} />
      ) : (
        <p className="product-card__blank label">No image yet</p>
      )}
      <div className="product-card__words">
        <h3>{form.title || 'Untitled'}</h3>
        <p>{shorten(form.description)}</p>
        <p className="product-card__facts">
          <strong>{price}</strong>
          {form.category && <span className="chip">{form.category}</span>}
        </p>
      </div>
    </article>
  );
}
