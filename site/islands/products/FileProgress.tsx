import { megabytes } from '../../format/megabytes.ts';
import type { FileItem, FileUploads } from './file-uploads.ts';

interface Props {
  uploads: FileUploads;
  items: readonly FileItem[];
}

/** Uploads with their progress. */
export function FileProgress({ uploads, items }: Props) {
  if (items.length === 0) return null;
  return (
    <ul className="product-form__files" aria-label="Uploads in progress">
      {items.map(({ id, file, now }) => {
        const of = <span className="quiet"> {file.name}</span>;
        return (
          <li key={id} className="product-form__file">
            <p className="product-form__file-name">
              <strong>{file.name}</strong>{' '}
              <span className="label">
                {megabytes(now.sent)} of {megabytes(file.size)}
                {now.state === 'paused' && ', paused'}
              </span>
            </p>
            <progress max={file.size} value={now.sent} aria-label={`Uploading ${file.name}`} />
            {now.state === 'failed' && (
              <p className="field__error" role="alert">
                {now.reason}
              </p>
            )}
            <p className="product-form__buttons">
              {now.state === 'uploading' ? (
                <button
                  type="button"
                  className="button button--small"
                  onClick={() => uploads.pause(id)}
                >
                  Pause{of}
                </button>
              ) : (
                <button
                  type="button"
                  className="button button--small"
                  onClick={() => uploads.resume(id)}
                >
                  {now.state === 'paused' ? 'Resume' : 'Try again'}
                  {of}
                </button>
              )}
              <button
                type="button"
                className="button button--small"
                onClick={() => uploads.cancel(id)}
              >
                Remove{of}
              </button>
            </p>
          </li>
        );
      })}
    </ul>
  );
}
