import { drawCoverPattern } from '#contracts/cover-pattern.ts';
import type { PageImage } from '#contracts/image.ts';

interface Props {
  slug: string;
  /** The width and height of a cover that fills its frame may be unknown. */
  cover: (Pick<PageImage, 'url' | 'sources' | 'preview'> & Partial<PageImage>) | null;
  /** Available widths, if there are several. */
  sizes?: string;
  /** True if the image is on the first screen. */
  first?: boolean;
}

/** The cover of a card, or the pattern in its place, with the markup of components/Cover.astro. */
export function CardCover({ slug, cover, sizes, first = false }: Props) {
  if (!cover)
    return (
      <div className="cover">
        <Pattern name={slug} />
      </div>
    );
  return (
    <div className="cover">
      <span className="frame">
        <picture>
          {cover.sources.map(({ type, srcset }) => (
            <source key={type} type={type} srcSet={srcset} sizes={sizes} />
          ))}
          <img
            alt=""
            loading={first ? 'eager' : 'lazy'}
            fetchPriority={first ? 'high' : undefined}
            decoding="async"
            width={cover.width || undefined}
            height={cover.height || undefined}
            src={encodeURI(cover.url)}
          />
        </picture>
        {cover.preview && (
          <img className="frame__preview" alt="" aria-hidden="true" src={cover.preview} />
        )}
      </span>
    </div>
  );
}

function Pattern({ name }: { name: string }) {
  const { width, height, paths } = drawCoverPattern(name);
  return (
    <svg
      className="cover-pattern"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMinYMid slice"
      aria-hidden="true"
    >
      {paths.map(({ tone, d }) => (
        <path key={d} className={`cover-pattern__${tone}`} d={d} />
      ))}
    </svg>
  );
}
