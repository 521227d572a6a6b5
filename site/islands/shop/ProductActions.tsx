import { useState } from 'react';
import type { ProductCard } from '#contracts/page.ts';
import { productPath, unavailableLabel } from '#contracts/shop-words.ts';
import { BuyLink } from './BuyLink.tsx';
import { DeleteProduct } from './DeleteProduct.tsx';

interface Props {
  product: Pick<ProductCard, 'id' | 'slug' | 'title' | 'forSale' | 'soldOut'>;
  onDeleted?(): void;
}

/** Actions on the product of a card. Without `onDeleted` the card is hidden after the deletion. */
export function ProductActions({ product, onDeleted }: Props) {
  const { id, slug, title } = product;
  const [isDeleted, setIsDeleted] = useState(false);
  const unavailable = unavailableLabel(product);
  const name = <span className="quiet">{title}</span>;
  if (isDeleted) return <span className="product__deleted" />;
  return (
    <>
      {unavailable ? (
        <span className="chip">{unavailable}</span>
      ) : (
        <BuyLink id={id} className="button--small button--main">
          Buy {name}
        </BuyLink>
      )}
      <a className="button button--small" href={productPath(encodeURIComponent(slug))}>
        View {name}
      </a>
      <a className="button button--small for-admin" href={`/admin/shop/edit_product/${id}`}>
        Edit {name}
      </a>
      <DeleteProduct
        id={id}
        title={title}
        className="button--small for-admin"
        onDeleted={onDeleted ?? (() => setIsDeleted(true))}
      >
        Delete {name}
      </DeleteProduct>
    </>
  );
}
