import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { GameReviewList } from '#contracts/game.ts';
import {
  type Choice,
  chooseGames,
  type FilterableGame,
  filterNamed,
  genreFilters,
  labelOf,
  NO_CHOICE,
  ownFilters,
} from '../../format/game-filters.ts';
import { pluralize } from '../../format/pluralize.ts';
import { $likedGames } from '../../stores/liked-games.ts';
import { LineIcon } from '../ui/Icon.tsx';
import { EmptyState } from '../ui/ListStates.tsx';
import { useSearchParams } from '../ui/use-search-params.ts';
import { Heart } from './Heart.tsx';
import { ReviewList, useReviews } from './ReviewList.tsx';

const icons = {
  Wishlist:
    'M12 20C5.5 15.4 3.5 12 3.5 9A4.6 4.6 0 0 1 12 6.6 4.6 4.6 0 0 1 20.5 9c0 3-2 6.4-8.5 11z',
  Ratings: 'm12 3.5 2.6 5.6 6 .7-4.5 4.1 1.2 6-5.3-3-5.3 3 1.2-6L3.4 9.8l6-.7z',
  Reviews: 'M4.5 5h15v11h-8l-4.5 3.8V16h-2.5zM8 9h8M8 12h5',
};

/** Filter, search and view of the game list. */
const spec = {
  defaults: { ...NO_CHOICE, view: 'grid' },
  allowed: { view: [{ value: 'grid' }, { value: 'columns' }] },
  isPublished: true as const,
};

type ChangeQuery = ReturnType<typeof useSearchParams<typeof spec.defaults>>['changeQuery'];

interface Props {
  games: readonly FilterableGame[];
  /** Image and description of each game, rendered by the page. */
  [card: `game${number}`]: ReactNode;
  children?: ReactNode;
}

/** The list of games with filters, search and two layouts. */
export function GameBrowser({ games, children, ...cards }: Props) {
  const { query, changeQuery } = useSearchParams(spec);
  const { search, view } = query;
  const filter = filterNamed(query.filter);
  const [isReady, setIsReady] = useState(false);
  const likes = useStore($likedGames, { ssr: 'initial' });
  const chosen = chooseGames(games, { filter, search }, (id) => likes.includes(id));
  const count = pluralize(chosen?.length ?? 0, 'game');
  // Hidden cards stay in the document, so that the others keep their focus.
  const ordered =
    filter === 'Ratings' ? chooseGames(games, { filter, search: '' }, () => true) : games;

  useEffect(() => setIsReady(true), []);

  function clear() {
    changeQuery(NO_CHOICE);
    // The button is disabled now and loses the focus.
    document.querySelector<HTMLElement>('#browse h1')?.focus();
  }

  return (
    <>
      <div className="browse__panel needs-script">
        <section aria-labelledby="filters">
          <h2 className="label" id="filters">
            Filters
          </h2>
          <ul>
            {ownFilters.map(({ name, label }) => (
              <FilterButton
                key={name}
                isPressed={name === filter}
                onPress={() => changeQuery({ filter: name })}
              >
                <LineIcon path={icons[name]} />
                {label}
              </FilterButton>
            ))}
          </ul>
        </section>
        <section aria-labelledby="genres">
          <h2 className="label" id="genres">
            Genres
          </h2>
          <ul>
            {genreFilters.map((name) => (
              <FilterButton
                key={name}
                isPressed={name === filter}
                onPress={() => changeQuery({ filter: name })}
              >
                {name}
              </FilterButton>
            ))}
          </ul>
        </section>
      </div>
      <div className="browse__found needs-script">
        <div className="browse__bar">
          <p className="browse__filter">
            Filter by: <b>{labelOf(filter)}</b>
          </p>
          <button
            className="button button--small"
            type="button"
            disabled={filter === 'none' && search === ''}
            onClick={clear}
          >
            Clear Filter
          </button>
          <Search search={search} filter={filter} onChange={changeQuery} />
          <p className="label" role="status">
            {chosen ? count : 'Reviews'}
          </p>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend and a reset of its style */}
          <div className="browse__views" role="group" aria-label="Display">
            <ViewButton
              name="Grid"
              isPressed={view === 'grid'}
              onPress={() => changeQuery({ view: 'grid' }, 'replace')}
            >
              M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z
            </ViewButton>
            <ViewButton
              name="Columns"
              isPressed={view === 'columns'}
              onPress={() => changeQuery({ view: 'columns' }, 'replace')}
            >
              M4 4h16v3H4zM4 10.5h16v3H4zM4 17h16v3H4z
            </ViewButton>
          </div>
        </div>
        {!chosen && <AllReviews games={games} />}
        {chosen?.length === 0 && (
          <EmptyState title="Nothing here">{emptyMessage({ filter, search })}</EmptyState>
        )}
      </div>
      <div className="browse__main">
        <ul
          // biome-ignore lint/a11y/noRedundantRoles: Safari takes the role from a list without bullets
          role="list"
          className={view === 'columns' ? 'games games--columns' : 'games'}
          data-ready={isReady || undefined}
          hidden={!chosen?.length}
        >
          {ordered?.map((game) => (
            <li key={game.id} hidden={!chosen?.includes(game)}>
              <article className="game">
                {cards[`game${game.id}` as const]}
                <Heart id={game.id} name={game.name} />
              </article>
            </li>
          ))}
        </ul>
        {children}
      </div>
    </>
  );
}

interface ButtonProps {
  isPressed: boolean;
  onPress(): void;
}

function FilterButton(props: ButtonProps & { children: ReactNode }) {
  return (
    <li>
      <button
        className="filter"
        type="button"
        aria-pressed={props.isPressed}
        onClick={props.onPress}
      >
        {props.children}
      </button>
    </li>
  );
}

function ViewButton(props: ButtonProps & { name: string; children: string }) {
  return (
    <button
      className="icon-button"
      type="button"
      aria-pressed={props.isPressed}
      aria-label={props.name}
      title={props.name}
      onClick={props.onPress}
    >
      <LineIcon path={props.children} />
    </button>
  );
}

function Search({ search, filter, onChange }: Choice & { onChange: ChangeQuery }) {
  const input = useRef<HTMLInputElement>(null);

  function change(text: string) {
    // Reviews cannot be searched by name: a visitor who types one is looking for a game.
    const isLeaving = filter === 'Reviews' && text.trim() !== '';
    if (isLeaving) onChange({ search: text, filter: 'none' });
    else onChange({ search: text }, 'replace');
  }

  useEffect(() => {
    // Text that was typed before hydration.
    const typed = input.current?.value;
    if (typed) onChange({ search: typed }, 'replace');
  }, [onChange]);
  useEffect(() => {
    if (input.current && input.current.value !== search) input.current.value = search;
  }, [search]);

  return (
    // biome-ignore lint/a11y/useSemanticElements: the role is older than the element
    <form
      className="browse__search"
      role="search"
      aria-label="Games"
      onSubmit={(event) => event.preventDefault()}
    >
      <label className="visually-hidden" htmlFor="search-games">
        Search games
      </label>
      <input
        id="search-games"
        type="search"
        placeholder="Search games"
        autoComplete="off"
        maxLength={60}
        ref={input}
        onChange={({ target }) => change(target.value)}
      />
      <button className="visually-hidden" type="submit" tabIndex={-1}>
        Search
      </button>
    </form>
  );
}

/** Reviews of all games, newest first. */
function AllReviews({ games }: { games: readonly FilterableGame[] }) {
  const reviews = useReviews<GameReviewList>('/api/games/reviews');
  const nameOf = (id: number) => games.find((game) => game.id === id)?.name ?? `Game ${id}`;
  return (
    <section className="reviews" aria-label="Reviews">
      <ReviewList reviews={reviews} nameOf={nameOf} />
      {reviews.list?.result === 0 && (
        <EmptyState title="There are no reviews yet!">You can add some, soon.</EmptyState>
      )}
    </section>
  );
}

function emptyMessage({ filter, search }: Choice): string {
  if (search.trim() !== '') return `No games match “${search.trim()}”.`;
  if (filter === 'Wishlist') return 'Games you like appear here.';
  return 'No games of this kind in the catalogue.';
}
