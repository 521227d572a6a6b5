import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { addStyles } from '../../client/add-styles.ts';
import { showToast } from '../../stores/toasts.ts';
import { BusyButton } from '../ui/BusyButton.tsx';
import { Icon, LineIcon } from '../ui/Icon.tsx';
import styles from './listening.css?inline';
import { prepareReading, savedPosition } from './read-aloud.ts';
import type { Reading } from './reader.ts';

addStyles(styles);

const PAUSE = 'M8 5v14M16 5v14';
const PLAY = 'M7 4.5v15l12-7.5z';
const STOP = 'M6 6h12v12H6z';
const BACK = 'm14 6-6 6 6 6';
const ON = 'm10 6 6 6-6 6';

/** Reads the article of the page aloud, with player controls. */
export function Listening() {
  /** `published`: the stored position is not known yet, and the labels of the published page stay. */
  const [label, setLabel] = useState<'published' | 'Listen' | 'Resume'>('published');
  const [reading, setReading] = useState<Reading | null>(null);
  const prepared = useRef<ReturnType<typeof prepareReading>>(null);
  const startButton = useRef<HTMLButtonElement>(null);
  const player = useRef<HTMLDivElement>(null);
  /** True if the focus was here before the last change, because hidden elements lose it. */
  const hasFocus = useRef(false);
  /** False after a stop before the text was prepared. */
  const isWanted = useRef(false);
  const isActive = reading !== null && reading.state !== 'idle';

  useEffect(() => {
    const isSaved = savedPosition() !== undefined;
    if (isSaved || startButton.current?.closest('[data-resume]'))
      setLabel(isSaved ? 'Resume' : 'Listen');
  }, []);

  // The focus moves from the button to the player that replaces it, and back.
  useLayoutEffect(() => {
    // A rule with `:has()` would compute the styles of the whole page again.
    document.documentElement.toggleAttribute('data-listening', isActive);
    if (!hasFocus.current) return;
    const button = isActive ? player.current?.querySelector('button') : startButton.current;
    button?.focus();
  }, [isActive]);

  function show(next: Reading) {
    const island = startButton.current?.parentElement;
    hasFocus.current = island?.contains(document.activeElement) === true;
    setReading(next);
  }

  async function start() {
    if (!prepared.current) {
      // The player does not wait for the text to be split into sentences.
      show({ state: 'speaking', at: 0 });
      isWanted.current = true;
      // A single timer, because Safari speaks only after a press, and nested timers lose it.
      await new Promise((resolve) => setTimeout(resolve));
      if (!isWanted.current) return;
    }
    prepared.current ??= prepare();
    prepared.current.start();
  }

  function stop() {
    isWanted.current = false;
    if (prepared.current) prepared.current.reader.stop();
    else show({ state: 'idle', finished: false });
  }

  function prepare() {
    try {
      return prepareReading({
        onChange: show,
        onFailed: () =>
          showToast({
            type: 'error',
            message: 'Your browser could not read this aloud. Press Resume to try again.',
          }),
      });
    } catch (error) {
      setReading(null);
      throw error;
    }
  }

  const { reader, total = 0 } = prepared.current ?? {};
  return (
    <>
      <BusyButton className="article-bar__item" hidden={isActive} ref={startButton} onPress={start}>
        <Icon name="listen" />
        {/* A script of the page selects one of them before the island is loaded. Removed during a press, they would
            take its click with them. */}
        <span hidden={label !== 'published'}>Listen</span>
        <span hidden={label !== 'published'}>Resume</span>
        {label !== 'published' && (reading ? 'Listen' : label)}
      </BusyButton>
      <p className="visually-hidden" role="status">
        {reading && statusText(reading)}
      </p>
      {reading && (
        // biome-ignore lint/a11y/useSemanticElements: it is no set of fields
        <div
          className="player"
          role="group"
          aria-label="Listen aloud"
          lang="en"
          hidden={!isActive}
          ref={player}
        >
          {reading.state === 'paused' ? (
            <PlayerButton path={PLAY} label="Resume" isShown onPress={() => reader?.resume()} />
          ) : (
            <PlayerButton path={PAUSE} label="Pause" isShown onPress={() => reader?.pause()} />
          )}
          <PlayerButton path={BACK} label="Back one sentence" onPress={() => reader?.step(-1)} />
          <PlayerButton path={ON} label="Forward one sentence" onPress={() => reader?.step(1)} />
          <PlayerButton path={STOP} label="Stop" isShown onPress={stop} />
          <span className="player__count">
            {reading.state !== 'idle' && total > 0 && `Sentence ${reading.at + 1} of ${total}`}
          </span>
        </div>
      )}
    </>
  );
}

interface ButtonProps {
  path: string;
  label: string;
  /** True to show the label beside the icon. */
  isShown?: boolean;
  onPress(): void;
}

const PlayerButton = ({ path, label, isShown = false, onPress }: ButtonProps) => (
  <button type="button" className="player__button" aria-label={label} onClick={onPress}>
    <LineIcon path={path} />
    {isShown && label}
  </button>
);

function statusText(reading: Reading): string {
  if (reading.state === 'idle') return reading.finished ? 'The end of the article' : 'Stopped';
  return reading.state === 'speaking' ? 'Reading aloud' : 'Paused';
}
