import { useCallback, useId, useState } from 'react';
import type { StoredPicture } from '#contracts/upload.ts';
import { counted } from '../../lib/format.ts';
import { EmptyState } from '../EmptyState.tsx';
import { CloseButton } from '../editor/CloseButton.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { useDialog } from '../use-dialog.ts';
import { useLoaded } from '../use-loaded.ts';
import { useSettled } from '../use-settled.ts';
import { listStored } from './picture-calls.ts';
import { nameOf } from './picture-name.ts';

interface Props {
  onChoose(picture: StoredPicture): void;
  onClose(): void;
}

/** Everything that was ever uploaded, to take one of it once more. */
export function ChoosePicture({ onChoose, onClose }: Props) {
  const { dialog, close } = useDialog(onClose);
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const search = useSettled(typed.trim());
  const load = useCallback(
    (signal: AbortSignal) => listStored({ show: 'all', search, sort: 'newest', page }, signal),
    [search, page],
  );
  const { loaded, reload } = useLoaded(load);
  const id = useId();

  return (
    <dialog
      ref={dialog}
      className="dialog dialog--wide chooser"
      aria-labelledby={`${id}-title`}
      aria-busy={loaded.state === 'loading'}
      onClose={onClose}
    >
      <div className="chooser__bar">
        <h2 id={`${id}-title`}>Choose from uploads</h2>
        <CloseButton onClose={close} />
      </div>
      <search className="field">
        <label htmlFor={`${id}-search`}>Search</label>
        <input
          id={`${id}-search`}
          type="search"
          maxLength={80}
          placeholder="Name or words"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setPage(1);
          }}
        />
      </search>
      <ListFrame
        loaded={loaded}
        onRetry={reload}
        page={page}
        onPage={setPage}
        loading="Loading the pictures"
        summary={({ result }) => counted(result, 'picture')}
        empty={
          search === '' ? (
            <EmptyState title="No pictures yet">What you upload stands here.</EmptyState>
          ) : (
            <EmptyState title="Nothing found">No picture is called or described so.</EmptyState>
          )
        }
      >
        {({ uploads }) => (
          <ul className="chooser__list">
            {uploads.map((picture) => (
              <li key={picture.public_id}>
                <button
                  type="button"
                  onClick={() => {
                    close();
                    onChoose(picture);
                  }}
                >
                  <img src={picture.url} alt="" loading="lazy" width={160} height={90} />
                  <strong>{nameOf(picture)}</strong>
                  <span dir="auto">
                    {picture.alt || `${picture.width} × ${picture.height}, without words`}
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
