import {
  type FocusEvent,
  type KeyboardEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { ArticleResponse } from '#contracts/article.ts';
import { ApiError, callApi } from '../../client/api-client.ts';
import { loadStyles } from '../../client/load-styles.ts';
import { articlePath } from '../../format/links.ts';
import { RetryButton } from '../ui/LoadFailed.tsx';
import { useFetch } from '../ui/use-fetch.ts';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import styles from './title-search.css?url';

void loadStyles(styles);

const TYPING_PAUSE_MS = 120;
const RESULTS_MAX = 6;
/** Milliseconds after which the published index replaces a slow API. */
const API_TIMEOUT_MS = 4000;

interface FoundTitle {
  path: string;
  title: string;
}

/** Finds articles by their titles as the reader types. */
export function TitleSearch({ maxLength }: { maxLength: number }) {
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const load = useCallback((signal: AbortSignal) => findAfterPause(text, signal), [text]);
  const { loaded, reload } = useFetch(load);
  const status = useRef<HTMLParagraphElement>(null);
  useFocusFallback(() => input.current, status);
  const searchResult = loaded.value;
  const matches = searchResult?.titles ?? [];

  useEffect(() => {
    // Text that was typed before hydration.
    setText(input.current?.value.trim() ?? '');
  }, []);

  useEffect(() => {
    if (loaded.state === 'loading') return;
    // The reader may have left the field since.
    const { activeElement } = document;
    const isUsed = activeElement === input.current || list.current?.contains(activeElement);
    setIsOpen(isUsed === true && loaded.state === 'ready' && loaded.value.titles.length > 0);
    setChosen(-1);
  }, [loaded]);

  function open(isOpened: boolean) {
    setIsOpen(isOpened && matches.length > 0);
    if (!isOpened) setChosen(-1);
  }

  function closeOnBlur({ relatedTarget }: FocusEvent) {
    if (relatedTarget !== input.current && !list.current?.contains(relatedTarget)) open(false);
  }

  function pressKey(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || matches.length === 0) return;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      open(true);
      const next = key === 'ArrowDown' ? chosen + 1 : chosen - 1;
      setChosen(next < 0 ? matches.length - 1 : next % matches.length);
    } else if (key === 'Enter' && isOpen && searchResult?.text === text) {
      list.current?.querySelectorAll('a')[Math.max(0, chosen)]?.click();
    } else if (key === 'Escape' && isOpen) {
      event.preventDefault();
      open(false);
    }
  }

  return (
    <>
      <label className="label" htmlFor="title-search">
        Search the titles
      </label>
      <input
        id="title-search"
        type="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        enterKeyHint="search"
        role="combobox"
        aria-controls="title-results"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-activedescendant={chosen < 0 ? undefined : `title-result-${chosen}`}
        ref={input}
        onInput={({ currentTarget }) => setText(currentTarget.value.trim())}
        onFocus={() => open(true)}
        onBlur={closeOnBlur}
        onKeyDown={pressKey}
      />
      <div
        className="title-search__results"
        id="title-results"
        role="listbox"
        aria-label="Titles found"
        hidden={!isOpen}
        ref={list}
        onBlur={closeOnBlur}
      >
        {matches.map(({ path, title }, index) => (
          <a
            key={path}
            id={`title-result-${index}`}
            href={path}
            dir="auto"
            role="option"
            tabIndex={-1}
            aria-selected={index === chosen}
          >
            {title}
          </a>
        ))}
      </div>
      <p className="title-search__state" role="status" ref={status}>
        {loaded.state === 'failed' && (
          <>
            Title search is unavailable right now. <RetryButton onRetry={reload} />
          </>
        )}
        {searchResult &&
          searchResult.text !== '' &&
          matches.length === 0 &&
          `No title contains “${searchResult.text}”.`}
      </p>
    </>
  );
}

interface TitleSearchResult {
  /** Text that was searched for. */
  text: string;
  titles: FoundTitle[];
}

/** Finds titles once the reader pauses; the next letter aborts the search. */
async function findAfterPause(text: string, signal: AbortSignal): Promise<TitleSearchResult> {
  if (text === '') return { text, titles: [] };
  await new Promise((resolve) => setTimeout(resolve, TYPING_PAUSE_MS));
  signal.throwIfAborted();
  return { text, titles: await findTitles(text, signal) };
}

/** Queries the API, and the published index if the API does not respond. */
async function findTitles(text: string, signal: AbortSignal): Promise<FoundTitle[]> {
  const query = new URLSearchParams({ title: text, limit: String(RESULTS_MAX) });
  try {
    const { articles } = await callApi<{ articles: ArticleResponse[] }>(
      'GET',
      `/api/articles?${query}`,
      { signal: AbortSignal.any([signal, AbortSignal.timeout(API_TIMEOUT_MS)]), retry: false },
    );
    return articles.map(({ slug, title }) => ({ path: articlePath(slug), title }));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError && error.status === 400) throw error;
    const { findTitlesInIndex } = await import('../../client/search-index.ts');
    return findTitlesInIndex(text, RESULTS_MAX);
  }
}
