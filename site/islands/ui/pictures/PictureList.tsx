import type { ReactNode } from 'react';
import type { PictureItem, PictureUploads } from './picture-uploads.ts';

interface Props {
  uploads: PictureUploads;
  items: readonly PictureItem[];
  /** Status text of an upload. */
  done(item: PictureItem): ReactNode;
}

/** Uploads with their actions and questions. */
export function PictureList({ uploads, items, done }: Props) {
  return (
    <ul className="picture-list">
      {items.map((item) => (
        <li key={item.id} className={`picture-list__one picture-list__one--${item.now.state}`}>
          <Row item={item} uploads={uploads} done={done} />
        </li>
      ))}
    </ul>
  );
}

function Row({ item, uploads, done }: Pick<Props, 'uploads' | 'done'> & { item: PictureItem }) {
  const { id, name, now } = item;
  const of = <span className="quiet"> {name}</span>;
  const leave = (
    <button type="button" className="button button--small" onClick={() => uploads.remove(id)}>
      Remove{of}
    </button>
  );
  switch (now.state) {
    case 'done':
      return done(item);
    case 'offered':
      return (
        <>
          <p className="picture-list__name">{name}</p>
          <p role="alert">{now.offer}</p>
          <p className="picture-list__actions">
            <button
              type="button"
              className="button button--small button--main"
              onClick={() => uploads.accept(id)}
            >
              Shrink and convert{of}
            </button>
            {leave}
          </p>
        </>
      );
    case 'failed':
      return (
        <>
          <p className="picture-list__name">{name}</p>
          <p className="picture-list__error" role="alert">
            {now.reason}
          </p>
          <p className="picture-list__actions">
            {now.again && (
              <button
                type="button"
                className="button button--small"
                onClick={() => uploads.again(id)}
              >
                Try again{of}
              </button>
            )}
            {leave}
          </p>
        </>
      );
    default:
      return (
        <>
          <p className="picture-list__name">{name}</p>
          {now.state === 'uploading' ? (
            <progress aria-label={`Uploading ${name}`} />
          ) : (
            <p className="label">
              {now.state === 'resting'
                ? 'Upload limit reached. Uploading continues in a moment.'
                : 'Waiting'}
            </p>
          )}
        </>
      );
  }
}
