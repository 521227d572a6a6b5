import { Choices } from '../Choices.tsx';
import type { PostQuery } from './post-calls.ts';

/** Characters of a title search, as documented. */
const SEARCH_MAX = 20;

const states: { value: PostQuery['state']; name: string }[] = [
  { value: 'all', name: 'All' },
  { value: 'live', name: 'Live' },
  { value: 'draft', name: 'Drafts' },
  { value: 'scheduled', name: 'Scheduled' },
  { value: 'archived', name: 'Archived' },
  { value: 'deleted', name: 'Bin' },
];

interface Props {
  state: PostQuery['state'];
  title: string;
  onState(state: PostQuery['state']): void;
  onTitle(title: string): void;
}

export function PostFilters({ state, title, onState, onTitle }: Props) {
  return (
    <search className="filters">
      <Choices name="state" choices={states} chosen={state} onChoose={onState} />
      <div className="field">
        <label htmlFor="post-search">Search titles</label>
        <input
          id="post-search"
          type="search"
          maxLength={SEARCH_MAX}
          value={title}
          onChange={(event) => onTitle(event.currentTarget.value)}
        />
      </div>
    </search>
  );
}
