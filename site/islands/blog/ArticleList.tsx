import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { z } from 'zod';
import type { ArticleResponse, articleListResponse } from '#contracts/article.ts';
import { type BlogTopic, blogTopics } from '#contracts/blog.ts';
import { callApi } from '../../client/api-client.ts';
import { followUrl } from '../../client/page-events.ts';
import { SLOW_NOTICE } from '../../client/slow-notice.ts';
import { longDate } from '../../format/dates.ts';
import { imageSizes } from '../../format/image-sizes.ts';
import { articlePath, categoryPath, langOf, tagPath } from '../../format/links.ts';
import { pluralize } from '../../format/pluralize.ts';
import { shorten } from '../../format/shorten.ts';
import { CardCover } from '../ui/CardCover.tsx';
import { usePressOnline } from '../ui/LoadFailed.tsx';
import { errorMessage } from '../ui/use-fetch.ts';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import { readQuery, writeQuery } from '../ui/use-search-params.ts';
import '../ui/pager.css';

/** Delay before a skeleton replaces the current view, in milliseconds: most responses are faster. */
const SKELETON_MS = 150;
/** Number of articles of the first view. */
const FIRST_SHOWN = 4;

interface Props {
  /** Path of the next published page, for visitors without JavaScript or API. */
  older: string | null;
  /** Number of articles on the published page. */
  count: number;
  /** The published page: main card, rows of the first view, and the rest. */
  lead?: ReactNode;
  rows?: ReactNode;
  rest?: ReactNode;
}

const FIRST: View = { topic: 'all', page: 1 };
const spec = {
  defaults: FIRST,
  allowed: { topic: blogTopics.map(({ slug }) => ({ value: slug })) },
};
const noScroll = { preventScroll: true };

type Request =
  | { state: 'ready' }
  | { state: 'loading'; view: View }
  | { state: 'failed'; view: View; reason: string };

/** All articles, by topic and page by page. The published page is the first view. */
export function ArticleList({ older, count, lead, rows, rest }: Props) {
  /** Without content it is the first view, as published. */
  const [{ view, content }, setShown] = useState<{ view: View; content: ViewContent | null }>({
    view: FIRST,
    content: null,
  });
  const [request, setRequest] = useState<Request>({ state: 'ready' });
  const isWaiting = useIsWaiting(request.state === 'loading');
  const running = useRef<AbortController>(null);
  const list = useRef<HTMLDivElement>(null);
  /** The last pressed element, which gets the focus when its view is shown. */
  const pressed = useRef<'older' | 'newer' | 'topic' | null>(null);
  const isEmpty = count === 0;
  // The button to retry disappears while the list is loaded.
  useFocusFallback(() => list.current?.querySelector('h2'), list);

  /** @returns true if the view is shown */
  async function show(next: View): Promise<boolean> {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    try {
      const isFirst = next.topic === FIRST.topic && next.page === FIRST.page;
      if (!isFirst) setRequest({ state: 'loading', view: next });
      const content = isFirst
        ? null
        : await fetchView(topicOf(next.topic), next.page, abort.signal);
      setShown({ view: next, content });
      setRequest({ state: 'ready' });
      return true;
    } catch (error) {
      // The visitor may have chosen another view meanwhile.
      if (!abort.signal.aborted)
        setRequest({ state: 'failed', view: next, reason: errorMessage(error) });
      return false;
    }
  }

  async function go(next: View, control: 'older' | 'newer' | 'topic' | null) {
    pressed.current = control;
    if (!(await show(next))) return;
    writeQuery(next, spec);
  }

  const showUrl = useEffectEvent(() => {
    pressed.current = null;
    void show(readQuery(spec));
  });
  useEffect(() => {
    if (isEmpty) return;
    return followUrl(() => showUrl());
  }, [isEmpty]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: moves the focus after another view is shown
  useLayoutEffect(() => {
    const control = pressed.current;
    pressed.current = null;
    const find = (selector: string) => list.current?.querySelector<HTMLElement>(selector);
    if (control === 'topic') return find('[data-topic][aria-current]')?.focus(noScroll);
    if (control === null) return;
    // A button that gets disabled passes its focus to the other one.
    const otherControl = control === 'older' ? 'newer' : 'older';
    const button =
      find(`[data-list-${control}]:not([hidden])`) ?? find(`[data-list-${otherControl}]`);
    button?.focus(noScroll);
    const rows = find('[data-list-rows]');
    if (rows && rows.getBoundingClientRect().top < 0) rows.scrollIntoView({ block: 'start' });
  }, [view]);

  const markedView = request.state === 'loading' ? request.view : view;
  const isLastPage = content ? view.page >= content.pages : count <= FIRST_SHOWN;
  return (
    <div
      className="articles"
      aria-busy={request.state === 'loading' ? true : undefined}
      data-waiting={isWaiting ? (markedView.topic === view.topic ? 'rows' : 'all') : undefined}
      // The rest of the published page follows the first view.
      data-whole={request.state === 'failed' && !content ? '' : undefined}
      ref={list}
    >
      <div className="section__head">
        <h2 id="articles-title" tabIndex={-1}>
          Articles
        </h2>
        <nav aria-label="Topics">
          <ul className="topics">
            {blogTopics.map((topic) => (
              <li key={topic.slug}>
                <a
                  href={topicPath(topic)}
                  data-topic={topic.slug}
                  data-handled={isEmpty ? undefined : ''}
                  aria-current={topic.slug === markedView.topic ? 'true' : undefined}
                  onClick={(event) => {
                    // The browser handles another tab, another window, or a download.
                    const { metaKey, ctrlKey, shiftKey, altKey } = event;
                    if (isEmpty || metaKey || ctrlKey || shiftKey || altKey) return;
                    event.preventDefault();
                    void go({ topic: topic.slug, page: 1 }, 'topic');
                  }}
                >
                  {topic.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <p className="label articles__status state-line" role="status">
        <span>
          {content
            ? `${topicOf(view.topic).name}: ${pluralize(content.total, 'article')}, page ${view.page} of ${content.pages}`
            : 'Newest first'}
        </span>
        {request.state === 'loading' && <span className="slow">{SLOW_NOTICE}</span>}
      </p>
      {request.state === 'failed' && (
        <ListFailed {...request} older={older} onRetry={() => void go(request.view, null)} />
      )}
      <div className="articles__list">
        <div data-list-lead="">{content ? <Lead view={view} content={content} /> : lead}</div>
        {content ? (
          <ul className="cards cards--list" data-list-rows="">
            {content.rows.map((article) => (
              <li key={article._id}>
                <ArticleCard article={article} variant="row" />
              </li>
            ))}
          </ul>
        ) : (
          rows
        )}
        {!content && rest}
      </div>
      <div className="articles__pages">
        {older && (
          <nav className="pager" aria-label="Pages">
            <a className="button pager__older" href={older} rel="next">
              Older <span aria-hidden="true">→</span>
            </a>
          </nav>
        )}
      </div>
      {!isEmpty && (
        <nav className="pager needs-script articles__pager" aria-label="Pages of this list">
          <button
            className="button"
            type="button"
            data-list-newer=""
            hidden={view.page <= 1}
            onClick={() => void go({ ...view, page: view.page - 1 }, 'newer')}
          >
            <span aria-hidden="true">←</span> Newer
          </button>
          <button
            className="button pager__older"
            type="button"
            data-list-older=""
            hidden={isLastPage}
            onClick={() => void go({ ...view, page: view.page + 1 }, 'older')}
          >
            Older <span aria-hidden="true">→</span>
          </button>
        </nav>
      )}
    </div>
  );
}

interface FailedProps {
  view: View;
  reason: string;
  older: string | null;
  onRetry(): void;
}

/**
 * Shows why a view could not be loaded, with a link to the published pages. It loads again on request, and when the
 * network is back.
 */
function ListFailed({ view, reason, older, onRetry }: FailedProps) {
  const button = usePressOnline();
  const topic = topicOf(view.topic);
  const isAll = topic.slug === FIRST.topic;
  const path = isAll ? older : topicPath(topic);
  return (
    <div className="articles__failure banner banner--warning" role="alert">
      <p>The list could not be loaded. {reason} You can still browse all articles page by page.</p>
      <p className="articles__actions">
        <button className="button button--small" type="button" onClick={onRetry} ref={button}>
          Try again
        </button>{' '}
        {path && <a href={path}>{isAll ? 'Older articles' : `All about ${topic.name}`}</a>}
      </p>
    </div>
  );
}

function Lead({ view, content }: { view: View; content: ViewContent }) {
  if (content.lead) return <ArticleCard article={content.lead} variant="lead" />;
  return (
    <div className="empty">
      <h3>Nothing about {topicOf(view.topic).name} yet</h3>
      <p>Choose another topic meanwhile.</p>
    </div>
  );
}

/** True if loading takes longer than a moment. */
function useIsWaiting(isLoading: boolean): boolean {
  const [isWaiting, setIsWaiting] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsWaiting(true), SKELETON_MS);
    return () => {
      clearTimeout(timer);
      setIsWaiting(false);
    };
  }, [isLoading]);
  return isWaiting;
}

const topicOf = (slug: string): BlogTopic =>
  blogTopics.find((topic) => topic.slug === slug) ?? (blogTopics[0] as BlogTopic);

function topicPath({ slug, category, tag }: BlogTopic): string {
  if (category) return categoryPath(slug);
  return tag ? tagPath(tag) : '/blog#articles';
}

/** Maximum number of tags on a card. */
const TAGS = 3;

interface ArticleCardProps {
  article: ArticleResponse;
  variant: 'lead' | 'row';
}

/** Card of an article that the API has returned, with the markup of components/ArticleCard.astro. */
export function ArticleCard({ article, variant }: ArticleCardProps) {
  const { slug, images, title, publishedAt, readTime, tags } = article;
  const lang = langOf(article);
  const summary = shorten(article.description || article.subtitle);
  return (
    <article className={`card card--${variant}`}>
      <CardCover
        slug={slug}
        cover={images}
        sizes={variant === 'lead' ? imageSizes.leadCard : imageSizes.rowCard}
      />
      <div className="card__text">
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

/** Articles below the main card: one page of the API, as documented. */
const ROWS = 3;

/** Topic and page of the list, from 1. */
interface View {
  topic: string;
  page: number;
}

/** One view: the newest article of the topic, and one page of the articles after it. */
interface ViewContent {
  lead: ArticleResponse | null;
  rows: ArticleResponse[];
  /** Number of articles of the topic, and of pages. */
  total: number;
  pages: number;
}

type List = z.infer<typeof articleListResponse>;

/**
 * Loads a page of the articles of a topic.
 * @throws ApiError
 */
async function fetchView(
  { category, tag }: BlogTopic,
  page: number,
  signal: AbortSignal,
): Promise<ViewContent> {
  const showRange = (range: Record<string, string>) => {
    const query = new URLSearchParams({
      ...(category && { category }),
      ...(tag && { tag }),
      ...range,
    });
    return callApi<List>('GET', `/api/articles?${query}`, { signal, retry: false });
  };
  const [first, rows] = await Promise.all([
    showRange({ limit: String(page === 1 ? ROWS + 1 : 1) }),
    page === 1 ? null : showRange({ limit: String(ROWS), skip: '1', page: String(page) }),
  ]);
  const [lead = null, ...following] = first.articles;
  return {
    lead,
    rows: rows?.articles ?? following,
    total: first.result,
    pages: Math.max(1, Math.ceil((first.result - 1) / ROWS)),
  };
}
