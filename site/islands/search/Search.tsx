import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { MarkedText, SearchResult } from '#contracts/search.ts';
import { SEARCH_MAX } from '#contracts/search-index.ts';
import { addStyles } from '../../client/add-styles.ts';
import {
  $search,
  type Found,
  isSearching,
  searchNow,
  searchText,
  typeSearch,
} from '../../stores/search.ts';
import { Icon } from '../ui/Icon.tsx';
import { useDialog } from '../ui/use-dialog.ts';
import styles from './search.css?inline';

addStyles(styles);

/** Short enough for a phone; the name of the field says more. */
const PLACEHOLDER = 'Search the site';

interface OptionProps {
  result: SearchResult;
  index: number;
  isChosen: boolean;
}

const kindNames: Partial<Record<SearchResult['kind'], string>> = {
  product: 'Product',
  'case-study': 'Case study',
  game: 'Game',
};

const Marked = ({ text }: { text: MarkedText }) =>
  text.map(({ text: piece, marked }, index) => (marked ? <mark key={index}>{piece}</mark> : piece));

/** A button that opens the search of the site. Without a label it is an icon. */
export function Search({ label }: { label?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  return (
    <>
      {label ? (
        <button className="button" type="button" aria-haspopup="dialog" onClick={open}>
          {label}
        </button>
      ) : (
        <button
          className="icon-button"
          type="button"
          data-search=""
          aria-haspopup="dialog"
          aria-keyshortcuts="/ Control+K Meta+K"
          aria-label="Search"
          title="Search ( / )"
          onClick={open}
        >
          <Icon name="search" />
        </button>
      )}
      {isOpen && <SearchDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** The search dialog. It keeps its query while the page is open. */
function SearchDialog({ onClose }: { onClose(): void }) {
  const { dialog, close } = useDialog(onClose);
  const search = useStore($search);
  const found = search.state === 'ready' ? search.found : undefined;
  const results = found?.results ?? [];
  const [choice, setChoice] = useState({ found, index: 0 });
  // New results start with the first one selected.
  const chosen = choice.found === found ? choice.index : 0;
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** Keys of an Enter that waits for the results of the present query. */
  const waitingEnter = useRef<MouseEventInit>(undefined);

  // Before the first key, which would replace the selected text.
  useLayoutEffect(() => input.current?.select(), []);
  useEffect(() => {
    if (found) list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [found, chosen]);
  useEffect(() => {
    if (search.state === 'ready' && waitingEnter.current) open(0, waitingEnter.current);
    waitingEnter.current = undefined;
  }, [search]);

  function open(index: number, keys: MouseEventInit) {
    list.current?.children[index]?.dispatchEvent(
      new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }),
    );
  }

  /** Arrow keys cycle through the results, Enter opens the selected one; with Ctrl or Cmd in a new tab. */
  function pressKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing) return;
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      setChoice({ found, index: (chosen + step + results.length) % results.length });
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const { ctrlKey, metaKey, shiftKey } = event;
      const keys = { ctrlKey, metaKey, shiftKey };
      if (isSearching()) waitingEnter.current = keys;
      else open(chosen, keys);
    }
  }

  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog by keyboard
    <dialog
      className="search"
      ref={dialog.ref}
      aria-label="Search"
      lang="en"
      onCancel={dialog.onCancel}
      onClose={onClose}
      onClick={({ target }) => target === dialog.ref.current && close()}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: the role is older than the element */}
      <div className="search__bar" role="search">
        <Icon name="search" />
        <label className="visually-hidden" htmlFor="search-words">
          {PLACEHOLDER}: articles, case studies, products and games
        </label>
        <input
          id="search-words"
          className="search__input"
          type="text"
          role="combobox"
          aria-expanded={results.length > 0}
          aria-controls="search-results"
          aria-autocomplete="list"
          aria-activedescendant={results.length > 0 ? `search-result-${chosen}` : undefined}
          aria-describedby="search-help"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SEARCH_MAX}
          enterKeyHint="search"
          placeholder={PLACEHOLDER}
          defaultValue={searchText()}
          ref={input}
          onChange={({ target }) => {
            waitingEnter.current = undefined;
            typeSearch(target.value);
          }}
          onKeyDown={pressKey}
        />
        <button className="icon-button" type="button" aria-label="Close search" onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <p className="search__status" role="status">
        {found && statusOf(found)}
        {search.state === 'failed' && (
          <>
            {search.reason}{' '}
            <button className="button button--small" type="button" onClick={() => void searchNow()}>
              Try again
            </button>
          </>
        )}
      </p>
      <div
        id="search-results"
        className="search__results"
        role="listbox"
        aria-label="Results"
        hidden={results.length === 0}
        ref={list}
      >
        {results.map((result, index) => (
          <Option key={result.path} result={result} index={index} isChosen={index === chosen} />
        ))}
      </div>
      <p id="search-help" className="search__help">
        Type two letters or more.{' '}
        <span className="search__keys">
          <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> opens, <kbd>Esc</kbd> closes.
        </span>
      </p>
    </dialog>,
    document.body,
  );
}

/**
 * A result as a link, so that it can be opened in another tab. Results other than articles show their kind.
 */
function Option({ result: { kind, path, title, excerpt }, index, isChosen }: OptionProps) {
  return (
    <a
      id={`search-result-${index}`}
      className="search__result"
      href={encodeURI(path)}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
    >
      <span className="search__title">
        <Marked text={title} />
        {kindNames[kind] && (
          <>
            {' '}
            <span className="search__kind">{kindNames[kind]}</span>
          </>
        )}
      </span>
      <span className="search__excerpt">
        <Marked text={excerpt} />
      </span>
    </a>
  );
}

/** The number of results, above the list and for screen readers. */
function statusOf({ results, more, corrected, source, query }: Found): string {
  const away =
    source === 'index'
      ? ' The server is unavailable: searching titles, descriptions, tags and headings only.'
      : '';
  if (results.length === 0) {
    return `Nothing found for “${query}”. Try fewer or different words.${away}`;
  }
  const count = results.length === 1 ? '1 result' : `${results.length} results`;
  const instead = corrected ? ` for “${corrected}” (no results for “${query}”)` : '';
  return `${more ? `The best ${results.length} results` : count}${instead}.${away}`;
}
