import type { ArticleResponse } from '#contracts/article.ts';
import { longDate } from '../../format/dates.ts';
import { articlePath, langOf } from '../../format/links.ts';
import { pictureSizes } from '../../format/picture-sizes.ts';
import { shorten } from '../../format/shorten.ts';
import { CardCover } from '../ui/CardCover.tsx';

/** Maximum number of tags on a card. */
const TAGS = 3;

interface Props {
  article: ArticleResponse;
  variant: 'lead' | 'row';
}

/** Card of an article that the API has returned, with the markup of components/ArticleCard.astro. */
export function ArticleCard({ article, variant }: Props) {
  const { slug, images, title, publishedAt, readTime, tags } = article;
  const lang = langOf(article);
  const summary = shorten(article.description || article.subtitle);
  return (
    <article className={`card card--${variant}`}>
      <CardCover
        slug={slug}
        cover={images}
        sizes={variant === 'lead' ? pictureSizes.leadCard : pictureSizes.rowCard}
      />
      <div className="card__words">
        {publishedAt && (
          <p className="meta">
            <time dateTime={publishedAt}>{longDate(publishedAt)}</time>
            <span>{readTime}</span>
          </p>
        )}
        <h3 className="card__title" lang={lang}>
          <a href={articlePath(slug)}>{title}</a>
        </h3>
        {summary && (
          <p className="card__summary" lang={lang}>
            {summary}
          </p>
        )}
        {tags.length > 0 && (
          <p className="card__tags">
            {tags.slice(0, TAGS).map((tag) => (
              <span key={tag}>{tag}</span>
            ))}
          </p>
        )}
      </div>
    </article>
  );
}
