import { useCallback, useState } from 'react';
import type { StoredImage } from '#contracts/upload.ts';
import { pluralize } from '../../../format/pluralize.ts';
import { CloseButton } from '../Dialogs.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { EmptyState } from '../ListStates.tsx';
import { SearchField } from '../SearchField.tsx';
import { useDialog } from '../use-dialog.ts';
import { useFetch } from '../use-fetch.ts';
import { imageNameOf, listStored } from './image-api.ts';

interface Props {
  onChoose(image: StoredImage): void;
  onClose(): void;
}

/** Selects an image of the media library. */
export function ChooseImage({ onChoose, onClose }: Props) {
  const { dialog, titleId, close } = useDialog(onClose);
  const [{ search, page }, setQuery] = useState({ search: '', page: 1 });
  const onSearch = useCallback((text: string) => setQuery({ search: text, page: 1 }), []);
  const load = useCallback(
    (signal: AbortSignal) => listStored({ show: 'all', search, sort: 'newest', page }, signal),
    [search, page],
  );
  const { loaded, reload } = useFetch(load);

  return (
    <dialog
      {...dialog}
      className="dialog dialog--wide chooser"
      aria-busy={loaded.state === 'loading'}
    >
      <div className="chooser__bar">
        <h2 id={titleId}>Choose from media library</h2>
        <CloseButton onClose={close} />
      </div>
      <search>
        <SearchField
          placeholder="Name or alt text"
          maxLength={80}
          value={search}
          onSearch={onSearch}
        />
      </search>
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={page}
        onPage={(next) => setQuery({ search, page: next })}
        loading="Loading images"
        summary={({ result }) => pluralize(result, 'image')}
        empty={
          search === '' ? (
            <EmptyState title="No images yet">Images you upload appear here.</EmptyState>
          ) : (
            <EmptyState title="Nothing found">No images match your search.</EmptyState>
          )
        }
      >
        {({ uploads }) => (
          <ul className="chooser__list">
            {uploads.map((image) => (
              <li key={image.public_id}>
                <button
                  type="button"
                  onClick={() => {
                    close();
                    onChoose(image);
                  }}
                >
                  <img src={image.url} alt="" loading="lazy" width={160} height={90} />
                  <strong>{imageNameOf(image)}</strong>
                  <span dir="auto">
                    {image.alt || `${image.width} × ${image.height}, no alt text`}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </ListFrame>
    </dialog>
  );
}
