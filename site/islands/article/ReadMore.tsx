import { useEffect, useRef, useState } from 'react';
import type { IndexedCard } from '#contracts/page.ts';
import { SLOW } from '../../client/slow-notice.ts';
import { longDate } from '../../format/dates.ts';
import { articlePath, langOf } from '../../format/links.ts';
import { pluralize } from '../../format/pluralize.ts';
import { CardCover } from '../ui/CardCover.tsx';
import { OtherArticles } from './other-articles.ts';

/** Number of articles shown at first, and added by each press, as documented. */
const FIRST_SHOWN = 4;
const SHOWN_PER_PRESS = 2;
/** Maximum width of a card's cover, see client/article-cards.css. */
const CARD_WIDTH = '11rem';

const isNotLoaded = () =>
  navigator.onLine
    ? 'More articles could not be loaded.'
    : 'You are offline: more articles cannot be loaded.';

/** Further articles: four, two more with each press, and an end. */
export function ReadMore({ slug }: { slug: string }) {
  const otherArticles = useRef<OtherArticles>(null);
  const [cards, setCards] = useState<IndexedCard[] | null>(null);
  const [state, setState] = useState<'waiting' | 'busy' | 'ready' | 'failed' | 'end'>('waiting');
  const [status, setStatus] = useState('');
  /** Card that gets the focus when the button disappears. */
  const [focused, setFocused] = useState<number | null>(null);

  async function load() {
    setState('busy');
    setStatus('');
    try {
      otherArticles.current = await OtherArticles.load(slug);
    } catch {
      setState('failed');
      setStatus(isNotLoaded());
      return;
    }
    const first = otherArticles.current.nextCards(FIRST_SHOWN);
    setCards(first);
    setState(otherArticles.current.isEmpty ? 'end' : 'ready');
    if (first.length === 0) setStatus('There are no other articles yet.');
  }

  async function addMore(all: OtherArticles, shown: IndexedCard[]) {
    setState('busy');
    try {
      await all.fetch(SHOWN_PER_PRESS);
    } catch {
      setState('ready');
      setStatus(`${isNotLoaded()} Please try again.`);
      return;
    }
    const added = all.nextCards(SHOWN_PER_PRESS);
    setCards([...shown, ...added]);
    // Only loading the next page shows whether this is the end. If it fails, the next press shows the error.
    await all.fetch(1).catch(() => undefined);
    const more = pluralize(added.length, 'more article');
    setStatus(all.isEmpty ? `${more}. You have reached the end of the list.` : more);
    setState(all.isEmpty ? 'end' : 'ready');
    if (all.isEmpty) setFocused(added.length > 0 ? shown.length : shown.length - 1);
  }

  function press() {
    if (state === 'busy') return;
    if (otherArticles.current && cards) void addMore(otherArticles.current, cards);
    else void load();
  }

  useEffect(() => void load(), []);

  const isAlone = cards?.length === 0;
  return (
    <>
      <ul
        className="more__list needs-script"
        hidden={isAlone}
        aria-busy={cards === null && state !== 'failed' ? true : undefined}
      >
        {cards?.map((card, index) => (
          <li className="more__item" key={card.slug}>
            <ArticleCard card={card} isFocused={index === focused} />
          </li>
        ))}
      </ul>
      <button
        className="button needs-script"
        type="button"
        hidden={isAlone}
        disabled={state === 'waiting' || state === 'end' || (state === 'busy' && cards === null)}
        aria-busy={state === 'busy' && cards !== null ? true : undefined}
        onClick={press}
      >
        {state === 'failed' ? 'Try again' : 'Read more'}
      </button>
      <p className="more__state" role="status">
        {state === 'busy' ? <span className="slow">{SLOW}</span> : status}
      </p>
    </>
  );
}

function ArticleCard({ card, isFocused }: { card: IndexedCard; isFocused: boolean }) {
  const { slug, title, publishedAt, readTime, cover } = card;
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isFocused) link.current?.focus();
  }, [isFocused]);
  return (
    <article className="more-card">
      <CardCover cover={cover} slug={slug} sizes={CARD_WIDTH} />
      <div>
        <h3>
          <a href={articlePath(slug)} lang={langOf(card)} ref={link}>
            {title}
          </a>
        </h3>
        <p className="meta">
          <time dateTime={publishedAt}>{longDate(publishedAt)}</time>
          <span>{readTime}</span>
        </p>
      </div>
    </article>
  );
}
