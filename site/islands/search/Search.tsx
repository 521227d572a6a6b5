import { useStore } from '@nanostores/react';
import {
  type KeyboardEvent,
  type MouseEventHandler,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { MarkedText, SearchResult } from '#contracts/search.ts';
import { SEARCH_MAX } from '#contracts/search-index.ts';
import { addStyles } from '../../client/add-styles.ts';
import { $search, type Found, searchNow, typeSearch } from '../../stores/search.ts';
import { Icon } from '../ui/Icon.tsx';
import { RetryButton } from '../ui/LoadFailed.tsx';
import { dialogCommand } from '../ui/use-dialog.ts';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import './search.css';
import resultStyles from './search-results.css?inline';

addStyles(resultStyles);

/** The colon keeps IDs of the page apart from those of headings. */
const ID = 'site:search';

/** Short enough for a phone; screen readers read the longer label of the field. */
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

interface ButtonProps {
  /** Text of the button. Without it the button is an icon. */
  label?: string;
}

/** A button that opens the search dialog in the header. The browser opens it before the island is loaded. */
export function OpenSearchButton({ label }: ButtonProps) {
  const opensDialog = {
    type: 'button',
    ...dialogCommand('show-modal', ID),
    'aria-haspopup': 'dialog',
    onClick: showSearch,
  } as const;
  if (label) {
    return (
      <button className="button" {...opensDialog}>
        {label}
      </button>
    );
  }
  return (
    <button
      className="icon-button"
      data-search=""
      aria-keyshortcuts="/ Control+K Meta+K"
      aria-label="Search"
      title="Search ( / )"
      {...opensDialog}
    >
      <Icon name="search" />
    </button>
  );
}

/** Opens the dialog in browsers without invoker commands. */
const showSearch: MouseEventHandler<HTMLButtonElement> = ({ currentTarget }) => {
  if (!('commandForElement' in currentTarget)) {
    (document.getElementById(ID) as HTMLDialogElement).showModal();
  }
};

/** The search of the site: a button and its dialog, which keeps its query while the page is open. */
export function Search() {
  return (
    <>
      <OpenSearchButton />
      <SearchDialog />
    </>
  );
}

function SearchDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const search = useStore($search, { ssr: 'initial' });
  const found = search.state === 'idle' ? null : search.value;
  const results = found?.results ?? [];
  const [choice, setChoice] = useState({ found, index: 0 });
  // New results start with the first one selected.
  const chosen = choice.found === found ? choice.index : 0;
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  /** Keys of an Enter that waits for the results of the present query. */
  const waitingEnter = useRef<MouseEventInit>(undefined);

  /** False in the published page, which contains only the field. */
  const [isReady, setIsReady] = useState(false);

  /** Selects the previous query before the dialog is shown, because the first key replaces it. */
  const prepareToggle = useEffectEvent(({ newState }: ToggleEvent) => {
    if (newState === 'open') input.current?.select();
    else leave();
  });
  useLayoutEffect(() => {
    setIsReady(true);
    // The visitor may have typed before the scripts were loaded.
    typeSearch(input.current?.value ?? '');
    // React does not listen to this event on a dialog that it hydrates.
    if (dialog.current) dialog.current.onbeforetoggle = prepareToggle;
  }, []);
  useEffect(() => {
    if (found) list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [found, chosen]);
  useEffect(() => {
    if (search.state === 'idle' || search.state === 'loading') return;
    if (search.state === 'ready' && waitingEnter.current)
      openResult(list.current, 0, waitingEnter.current);
    waitingEnter.current = undefined;
  }, [search]);

  useFocusFallback(() => input.current, dialog);

  const close = () => dialog.current?.close();

  function leave() {
    waitingEnter.current = undefined;
    // If nothing had the focus before, the hidden field would keep it until the next frame, and take a `/`.
    input.current?.blur();
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
      enter({ ctrlKey, metaKey, shiftKey });
    }
  }

  function enter(keys: MouseEventInit) {
    const { state } = $search.get();
    if (state === 'ready') return openResult(list.current, chosen, keys);
    waitingEnter.current = keys;
    if (state === 'failed') void searchNow();
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog by keyboard
    <dialog
      className="search"
      id={ID}
      ref={dialog}
      aria-label="Search"
      lang="en"
      // The browser may have opened it.
      suppressHydrationWarning
      // Some browsers have no such event. This one is late: a key may have opened the dialog again.
      onClose={({ currentTarget }) => currentTarget.open || leave()}
      onClick={({ target }) => target === dialog.current && close()}
    >
      {/* `client:intent` repeats an Enter from before hydration as a submission of the form. */}
      {/* biome-ignore lint/a11y/useSemanticElements: the role is older than the element */}
      <form
        className="search__bar"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          enter({});
        }}
      >
        <Icon name="search" />
        <input
          className="search__input"
          aria-label={`${PLACEHOLDER}: articles, case studies, products and games`}
          type="text"
          role="combobox"
          aria-expanded={results.length > 0}
          aria-controls={isReady ? `${ID}-results` : undefined}
          aria-autocomplete="list"
          aria-activedescendant={results.length > 0 ? `${ID}-result-${chosen}` : undefined}
          aria-describedby={isReady ? `${ID}-help` : undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SEARCH_MAX}
          enterKeyHint="search"
          placeholder={PLACEHOLDER}
          ref={input}
          onChange={({ target }) => {
            waitingEnter.current = undefined;
            typeSearch(target.value);
          }}
          onKeyDown={pressKey}
        />
        <button
          className="icon-button"
          type="button"
          {...dialogCommand('close', ID)}
          aria-label="Close search"
          onClick={close}
        >
          <Icon name="close" />
        </button>
        {/* Enter submits a form by its button. */}
        <button type="submit" hidden>
          Search
        </button>
      </form>
      {isReady && (
        <>
          <p className="search__status" role="status">
            {found && searchStatusOf(found)}
            {search.state === 'failed' && (
              <>
                {search.reason} <RetryButton onRetry={searchNow} />
              </>
            )}
          </p>
          <div
            id={`${ID}-results`}
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
          <p id={`${ID}-help`} className="search__help">
            Type two letters or more.{' '}
            <span className="search__keys">
              <kbd>↑</kbd> <kbd>↓</kbd> choose, <kbd>Enter</kbd> opens, <kbd>Esc</kbd> closes.
            </span>
          </p>
        </>
      )}
    </dialog>
  );
}

/** Clicks a result with the keys of an Enter. */
function openResult(list: HTMLElement | null, index: number, keys: MouseEventInit) {
  list?.children[index]?.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }),
  );
}

/**
 * A result as a link, so that it can be opened in another tab. Results other than articles show their kind.
 */
function Option({ result: { kind, path, title, excerpt }, index, isChosen }: OptionProps) {
  return (
    <a
      id={`${ID}-result-${index}`}
      className="search__result"
      href={encodeURI(path)}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
    >
      <span className="search__title" dir="auto">
        <Marked text={title} />
        {kindNames[kind] && (
          <>
            {' '}
            <span className="search__kind">{kindNames[kind]}</span>
          </>
        )}
      </span>
      <span className="search__excerpt" dir="auto">
        <Marked text={excerpt} />
      </span>
    </a>
  );
}

/** The number of results, above the list and for screen readers. */
function searchStatusOf({ results, more, corrected, source, query }: Found): string {
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
