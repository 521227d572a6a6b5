import { type ReactNode, useCallback, useState } from 'react';
import { pluralize } from '../../format/pluralize.ts';
import { ListFrame } from '../ui/ListFrame.tsx';
import { MembersOnly } from '../ui/MembersOnly.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

interface Page<Article> {
  articles: Article[];
  result: number;
  page: number;
  pages: number;
}

interface Props<Article> {
  /** Text for screen readers while the list loads. */
  loading: string;
  /** Loads a page of the list. It has to be stable. */
  load(page: number, signal: AbortSignal): Promise<Page<Article>>;
  empty: ReactNode;
  children(article: Article): ReactNode;
}

/** Pages of articles that a member likes or has saved, newest first. */
export function KeptArticles<Article>(props: Props<Article>) {
  return <MembersOnly loading={props.loading}>{() => <List {...props} />}</MembersOnly>;
}

function List<Article>({ loading, load, empty, children }: Props<Article>) {
  const [page, setPage] = useState(1);
  const loadPage = useCallback((signal: AbortSignal) => load(page, signal), [load, page]);
  const { loaded, reload } = useLoaded(loadPage);
  return (
    <ListFrame
      loaded={loaded}
      onRetry={reload}
      page={page}
      onPage={setPage}
      loading={loading}
      summary={({ result }) => pluralize(result, 'article')}
      empty={empty}
    >
      {({ articles }) => <ol className="saved__list">{articles.map(children)}</ol>}
    </ListFrame>
  );
}
