import { showToast } from '../../../client/show-toast.ts';
import styles from '../../../styles/article-player.css?url';
import { loadStyles } from '../../load-styles.ts';
import { element, icon } from '../../search/elements.ts';
import { bringIntoView, isInView, markSentence } from './highlight.ts';
import { savedPosition, savePosition } from './position.ts';
import { Reader, type Reading } from './reader.ts';
import { type Sentence, sentencesOf } from './sentences.ts';

/** Characters by which a sentence is known again after the article has changed. */
const BEGINNING = 60;

const PAUSE = 'M8 5v14M16 5v14';
const PLAY = 'M7 4.5v15l12-7.5z';
const STOP = 'M6 6h12v12H6z';
const BACK = 'm14 6-6 6 6 6';
const ON = 'm10 6 6 6-6 6';

/**
 * The controls that stay at hand while an article is read aloud.
 * @param control holds the button that starts it, and takes the player in
 */
export async function openPlayer(
  control: HTMLElement,
  start: HTMLElement,
): Promise<{ toggle(): void }> {
  await loadStyles(styles);
  const language = document.documentElement.lang;
  const sentences = sentencesOf(readAloud(), language);
  const parts = build();
  control.append(parts.player);
  let before: Sentence | undefined;

  const show = (reading: Reading) => {
    const active = reading.state !== 'idle';
    const at = reading.state === 'idle' ? -1 : reading.at;
    const sentence = sentences[at];
    // Whoever has scrolled away reads something else: the page stays where it is.
    const follows = !before || isInView(before);
    before = sentence;
    markSentence(sentence ?? null);
    if (sentence && follows) bringIntoView(sentence);
    savePosition(sentence ? { sentence: at, beginning: beginningOf(sentence) } : null);
    parts.show(reading, sentences.length);
    const label = start.querySelector('span');
    if (label) label.textContent = 'Listen';
    const hadFocus = parts.player.contains(document.activeElement);
    parts.player.hidden = !active;
    start.hidden = active;
    if (!active && hadFocus) start.focus();
  };
  const reader = new Reader(sentences, language, show, () => {
    void showToast({
      type: 'error',
      message: 'The browser could not read this aloud. Resume tries again.',
    });
  });
  const toggle = () => {
    const { state } = reader.reading;
    if (state === 'speaking') reader.pause();
    else if (state === 'paused') reader.resume();
    else {
      const focused = document.activeElement === start;
      reader.start(findPosition(sentences));
      if (focused) parts.toggle.focus();
    }
  };
  parts.toggle.addEventListener('click', toggle);
  parts.stop.addEventListener('click', () => reader.stop());
  parts.back.addEventListener('click', () => reader.step(-1));
  parts.on.addEventListener('click', () => reader.step(1));
  // The voice would go on over the next page.
  addEventListener('pagehide', () => reader.pause());
  return { toggle };
}

/** Title and text, without what stands around them. */
function readAloud(): Element[] {
  const parts = '.article h1, .article__subtitle, .article__lead, .article .prose';
  return [...document.querySelectorAll(parts)];
}

const beginningOf = (sentence: Sentence) => sentence.words.slice(0, BEGINNING);

/** The sentence that was saved, by its words where the article has changed; else the first. */
function findPosition(sentences: Sentence[]): number {
  const saved = savedPosition();
  if (!saved) return 0;
  const same = (sentence: Sentence | undefined) =>
    sentence !== undefined && beginningOf(sentence) === saved.beginning;
  if (same(sentences[saved.sentence])) return saved.sentence;
  return Math.max(0, sentences.findIndex(same));
}

function build() {
  const button = (label: string, shape: string, words = '') => {
    const made = element('button', { type: 'button', class: 'player__button' }, icon(shape), words);
    if (words === '') made.setAttribute('aria-label', label);
    return made;
  };
  const toggle = button('Pause', PAUSE, 'Pause');
  const back = button('Back one sentence', BACK);
  const on = button('On one sentence', ON);
  const stop = button('Stop', STOP, 'Stop');
  const count = element('span', { class: 'player__count' });
  const status = element('p', { class: 'quiet', role: 'status' });
  const player = element(
    'div',
    { class: 'player', role: 'group', 'aria-label': 'Listen aloud', lang: 'en', hidden: '' },
    ...[toggle, back, on, stop, count],
  );
  document.body.append(status);
  let told = '';
  const show = (reading: Reading, total: number) => {
    const [words, label, shape] = {
      speaking: ['Reading aloud', 'Pause', PAUSE] as const,
      paused: ['Paused', 'Resume', PLAY] as const,
      idle: ['Stopped', 'Pause', PAUSE] as const,
    }[reading.state];
    toggle.replaceChildren(icon(shape), label);
    if (reading.state !== 'idle') count.textContent = `Sentence ${reading.at + 1} of ${total}`;
    const ended = reading.state === 'idle' && reading.finished;
    // Said when it changes, not with every sentence.
    const tell = ended ? 'The end of the article' : words;
    if (tell !== told) status.textContent = tell;
    told = tell;
  };
  return { player, toggle, back, on, stop, show };
}
