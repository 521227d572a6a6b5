interface Props {
  product: { title: string; images: { url: string } | null };
  /** Side in CSS pixels. */
  side: number;
}

/** The image of a product, or the first letter of its title. */
export function ProductThumbnail({ product: { title, images }, side }: Props) {
  if (!images)
    return (
      <span className="product-thumbnail__pattern" aria-hidden="true">
        {[...title][0]}
      </span>
    );
  return (
    <img
      className="product-thumbnail__image"
      src={images.url}
      alt=""
      width={side}
      height={side}
      loading="lazy"
    />
  );
}
