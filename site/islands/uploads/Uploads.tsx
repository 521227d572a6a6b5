import { useCallback, useEffect, useRef, useState } from 'react';
import { counted } from '../../lib/format.ts';
import { Choices } from '../Choices.tsx';
import { DeleteDialog } from '../DeleteDialog.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { ListFrame } from '../ListFrame.tsx';
import { listStored, type StoredQuery } from '../pictures/picture-calls.ts';
import { useAct } from '../use-act.tsx';
import { knownOf, useLoaded } from '../use-loaded.ts';
import { AddPhoto } from './AddPhoto.tsx';
import { DeletePicture } from './DeletePicture.tsx';
import { ProductRows } from './ProductRows.tsx';
import { UploadTable } from './UploadTable.tsx';
import {
  deleteUnused,
  type PictureFilter,
  type PictureSort,
  type StoredList,
  type StoredPicture,
} from './upload-calls.ts';

const filters: { value: PictureFilter; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'unused', name: 'Unused' },
  { value: 'avatars', name: 'Members' },
];
const orders: [PictureSort, string][] = [
  ['newest', 'Newest first'],
  ['oldest', 'Oldest first'],
  ['largest', 'Largest first'],
  ['name', 'By name'],
];
/** Milliseconds without a key after which is looked for what was typed. */
const PAUSE_MS = 250;

const begin: StoredQuery = { show: 'all', search: '', sort: 'newest', page: 1 };

/** The products, and every uploaded picture: where each is used, and what can be done with it. */
export function Uploads() {
  const [query, setQuery] = useState(begin);
  const [typed, setTyped] = useState('');
  const [adding, setAdding] = useState(false);
  const [asked, setAsked] = useState<StoredPicture | null>(null);
  const [sweeping, setSweeping] = useState(false);
  const add = useRef<HTMLButtonElement>(null);
  const load = useCallback((signal: AbortSignal) => listStored(query, signal), [query]);
  const { loaded, reload } = useLoaded(load);
  const { act, dialog } = useAct(reload);
  const list = knownOf(loaded);
  const narrow = (part: Partial<StoredQuery>) =>
    setQuery((current) => ({ ...current, page: 1, ...part }));

  useEffect(() => {
    const search = typed.trim();
    const timer = setTimeout(
      () =>
        setQuery((current) =>
          current.search === search ? current : { ...current, search, page: 1 },
        ),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [typed]);
  const back = useCallback(() => {
    setAdding(false);
    reload();
    // The button is there again once the list is drawn.
    requestAnimationFrame(() => add.current?.focus());
  }, [reload]);

  return (
    <section aria-labelledby="uploads-title" aria-busy={loaded.state === 'loading'}>
      <div className="page-title uploads__title">
        <h1 id="uploads-title">Upload Management</h1>
        {!adding && (
          <button
            ref={add}
            type="button"
            className="button button--main"
            onClick={() => setAdding(true)}
          >
            Add Upload
          </button>
        )}
      </div>
      {adding ? (
        <AddPhoto onBack={back} />
      ) : (
        <>
          <ProductRows onDeleted={reload} />
          <h2>Pictures</h2>
          <div className="inbox__filters uploads__bar">
            <Choices
              name="show"
              choices={filters}
              chosen={query.show}
              onChoose={(show) => narrow({ show })}
            />
            <search className="uploads__search">
              <label className="field">
                <span className="field__label">Search</span>
                <input
                  type="search"
                  name="search"
                  value={typed}
                  maxLength={80}
                  placeholder={query.show === 'avatars' ? 'Name of the member' : 'Name or words'}
                  autoComplete="off"
                  onChange={(event) => setTyped(event.currentTarget.value)}
                />
              </label>
              {query.show !== 'avatars' && (
                <label className="field">
                  <span className="field__label">Order</span>
                  <select
                    value={query.sort}
                    onChange={(event) => narrow({ sort: event.currentTarget.value as PictureSort })}
                  >
                    {orders.map(([sort, name]) => (
                      <option key={sort} value={sort}>
                        {name}
                      </option>
                    ))}
                  </select>
                </label>
              )}
            </search>
          </div>
          <ListFrame
            loaded={loaded}
            onRetry={reload}
            page={query.page}
            onPage={(page) => narrow({ page })}
            loading="Loading the pictures"
            summary={({ result, unused }) =>
              `${counted(result, 'picture')}, ${unused} unused in all`
            }
            beside={{
              className: 'uploads__sum',
              content: list !== null && list.sweepable > 0 && query.show !== 'avatars' && (
                <button
                  type="button"
                  className="button button--small button--danger"
                  onClick={() => setSweeping(true)}
                >
                  Delete unused
                </button>
              ),
            }}
            empty={<Empty query={query} />}
            ways={{ back: 'Back', on: 'On' }}
          >
            {({ uploads }) => <UploadTable uploads={uploads} onDelete={setAsked} />}
          </ListFrame>
        </>
      )}
      {asked && <DeletePicture picture={asked} act={act} onClose={() => setAsked(null)} />}
      {sweeping && list && (
        <Sweep
          list={list}
          onConfirm={() => void act(deleteUnused)}
          onClose={() => setSweeping(false)}
        />
      )}
      {dialog}
    </section>
  );
}

interface SweepProps {
  list: StoredList;
  onConfirm(): void;
  onClose(): void;
}

function Sweep({ list: { unused, sweepable }, ...answers }: SweepProps) {
  const spared = unused - sweepable;
  return (
    <DeleteDialog title={`Delete ${counted(sweepable, 'unused picture')}?`} {...answers}>
      Nothing on the site shows {sweepable === 1 ? 'it' : 'them'}. This cannot be undone.
      {spared > 0 &&
        ` ${counted(spared, 'picture')} of the last 24 hours ${spared === 1 ? 'stays' : 'stay'}: the text may not be saved yet.`}
    </DeleteDialog>
  );
}

function Empty({ query: { show, search } }: { query: StoredQuery }) {
  if (search !== '') {
    return <EmptyState title="Nothing found">No picture is called or described so.</EmptyState>;
  }
  const [title, text] = (
    {
      all: ['No pictures yet', 'What you upload here or in the editor stands here.'],
      unused: ['Every picture is used', 'What no article shows would stand here.'],
      avatars: ['No pictures of members', 'What members show of themselves stands here.'],
    } as const
  )[show];
  return <EmptyState title={title}>{text}</EmptyState>;
}
