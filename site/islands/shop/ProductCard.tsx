import type { ReactNode } from 'react';
import type { ProductCard as Product } from '#contracts/page.ts';
import { productPath } from '#contracts/shop-messages.ts';
import { shorten } from '../../format/shorten.ts';
import { CardCover } from '../ui/CardCover.tsx';

interface Props {
  product: Product;
  /** Widths of the image. */
  sizes: string;
  /** True if the image is on the first screen. */
  first?: boolean;
  /** Actions on the product. */
  children: ReactNode;
}

/** A product in a list of the shop. */
export function ProductCard({ product, sizes, first, children }: Props) {
  const { slug, title, description, category, price, cover } = product;
  return (
    <article className="product">
      <CardCover slug={slug} cover={cover} sizes={sizes} first={first} />
      <div className="product__text">
        <p className="product__facts">
          <span className="product__category">{category}</span>
          <span className="product__price">{price}</span>
        </p>
        <h3 className="product__title">
          <a href={productPath(encodeURIComponent(slug))}>{title}</a>
        </h3>
        <p className="product__summary">{shorten(description)}</p>
      </div>
      <div className="product__actions">{children}</div>
    </article>
  );
}
