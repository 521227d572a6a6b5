import type { ReactNode } from 'react';
import { SmallButton } from '../SmallButton.tsx';
import type { ImageUpload, ImageUploads } from './image-uploads.ts';

interface Props {
  uploads: ImageUploads;
  items: readonly ImageUpload[];
  /** Status text of an upload. */
  done(item: ImageUpload): ReactNode;
}

/** Uploads with their actions and questions. */
export function UploadList({ uploads, items, done }: Props) {
  return (
    <ul className="upload-list">
      {items.map((item) => (
        <li key={item.id} className={`upload-list__one upload-list__one--${item.now.state}`}>
          <Row item={item} uploads={uploads} done={done} />
        </li>
      ))}
    </ul>
  );
}

function Row({ item, uploads, done }: Pick<Props, 'uploads' | 'done'> & { item: ImageUpload }) {
  const { id, name, now } = item;
  const leave = <SmallButton label="Remove" of={name} onClick={() => uploads.remove(id)} />;
  switch (now.state) {
    case 'done':
      return done(item);
    case 'offered':
      return (
        <>
          <p className="upload-list__name">{name}</p>
          <p role="alert">{now.offer}</p>
          <p className="upload-list__actions">
            <SmallButton
              variant="main"
              label="Shrink and convert"
              of={name}
              onClick={() => uploads.accept(id)}
            />
            {leave}
          </p>
        </>
      );
    case 'failed':
      return (
        <>
          <p className="upload-list__name">{name}</p>
          <p className="upload-list__error" role="alert">
            {now.reason}
          </p>
          <p className="upload-list__actions">
            {now.canRetry && (
              <SmallButton label="Try again" of={name} onClick={() => uploads.retry(id)} />
            )}
            {leave}
          </p>
        </>
      );
    default:
      return (
        <>
          <p className="upload-list__name">{name}</p>
          {now.state === 'uploading' ? (
            <progress aria-label={`Uploading ${name}`} />
          ) : (
            <p className="label">
              {now.state === 'rate-limited'
                ? 'Upload limit reached. Uploading continues in a moment.'
                : 'Waiting'}
            </p>
          )}
        </>
      );
  }
}
