import { useStore } from '@nanostores/react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { articlePath, signInPath } from '../../format/links.ts';
import { pluralize } from '../../format/pluralize.ts';
import {
  $reactions,
  loadReactions,
  type Reaction,
  toggleReaction,
} from '../../stores/reactions.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { Icon, type IconName } from '../ui/Icon.tsx';
import { usePressOnline } from '../ui/LoadFailed.tsx';

interface Props {
  slug: string;
}

/** Text that each toggle shows to guests. */
const reasons = {
  liked: 'to like this article.',
  saved: 'to save this article to your reading list.',
  alerts: 'to get notified about new articles.',
} as const satisfies Record<Reaction, string>;

/**
 * Toggles to like an article, save it, and follow new ones. Until the island is loaded, a script of the page shows the
 * likes and the reactions of the reader by the attributes of the element around it.
 */
export function ReactionToggles({ slug }: Props) {
  const { reactions, hasFailed, refused } = useStore($reactions, { ssr: 'initial' });
  const [status, setStatus] = useState('');
  const toggles = useRef<HTMLSpanElement>(null);
  /** True if the button to retry had the focus when the toggles replaced it. */
  const takesFocus = useRef(false);
  useLayoutEffect(() => {
    if (!hasFailed && takesFocus.current) toggles.current?.querySelector('button')?.focus();
    takesFocus.current = false;
  }, [hasFailed]);
  if (hasFailed) return <ReactionsOff slug={slug} hadFocus={takesFocus} />;

  const totalLikes = reactions?.totalLikes;
  const stateOf = (reaction: Reaction): ToggleState => {
    if (!reactions) return 'loading';
    return reactions[reaction] ? 'on' : 'off';
  };
  const shared = { slug, onDone: setStatus };
  return (
    <>
      <span className="article-bar__reactions" ref={toggles}>
        <Toggle {...shared} reaction="liked" state={stateOf('liked')} icon="like" title="Like">
          {totalLikes !== undefined && (
            <span className="visually-hidden">Like, {pluralize(totalLikes, 'like')} so far</span>
          )}
          <span className="article-bar__likes" aria-hidden="true">
            {totalLikes !== undefined && totalLikes > 0 && totalLikes.toLocaleString('en')}
          </span>
        </Toggle>
        <Toggle {...shared} reaction="saved" state={stateOf('saved')} icon="save" title="Save">
          <span className="visually-hidden">Save to your reading list</span>
        </Toggle>
        <Toggle {...shared} reaction="alerts" state={stateOf('alerts')} icon="bell" title="Alerts">
          <span className="visually-hidden">Get notified about new articles</span>
        </Toggle>
        <span className="visually-hidden" role="status">
          {status}
        </span>
      </span>
      <p className="article-bar__status" role="status">
        {refused && (
          <>
            <a href={signInPath(articlePath(slug))}>Sign in</a> {reasons[refused]}
          </>
        )}
      </p>
    </>
  );
}

type ToggleState = 'loading' | 'on' | 'off';

interface ToggleProps {
  slug: string;
  reaction: Reaction;
  state: ToggleState;
  icon: IconName;
  title: string;
  children: ReactNode;
  onDone(status: string): void;
}

function Toggle({ slug, reaction, state, icon, title, children, onDone }: ToggleProps) {
  return (
    <BusyButton
      title={title}
      aria-pressed={state === 'loading' ? undefined : state === 'on'}
      aria-labelledby={reaction === 'liked' && state === 'loading' ? 'likes' : undefined}
      onPress={async () => onDone(await toggleReaction(slug, reaction))}
    >
      <Icon name={icon} />
      {children}
    </BusyButton>
  );
}

/** Shows that the toggles are unavailable. It retries on request, and when the network is back. */
function ReactionsOff({ slug, hadFocus }: { slug: string; hadFocus: RefObject<boolean> }) {
  const button = usePressOnline();
  useLayoutEffect(() => {
    const element = button.current;
    return () => {
      hadFocus.current = document.activeElement === element;
    };
  }, [hadFocus, button]);
  const reason = navigator.onLine ? 'The server is not responding' : 'You are offline';
  return (
    <div className="article-bar__status" role="status">
      <p>{reason}: likes, saves and alerts are unavailable. You can still read the article.</p>
      <BusyButton className="button button--small" onPress={() => loadReactions(slug)} ref={button}>
        Try again
      </BusyButton>
    </div>
  );
}
