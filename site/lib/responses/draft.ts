import { readStoredJson, writeStored } from '../../client/storage.ts';
import { $session } from '../../stores/session.ts';

/**
 * What was typed and not yet sent, kept over a reload and the way to the login. It belongs to who typed
 * it: a guest, or a member, whom a guest's words follow through the login.
 */
export interface Draft {
  /** What was typed, after what an earlier visit of the page could not send. */
  read(): string;
  write(text: string): void;
  /** The text is on its way: a response in the page stands for it. */
  hand(text: string): void;
  /** That response is shown no longer; whoever reads the draft gets its text. */
  release(text: string): void;
  /** It has arrived, or is back in its field. */
  settle(text: string): void;
}

interface Kept {
  typed: string;
  /** On their way, each as a text of its own. */
  handed: string[];
}

/** Texts that this page shows as responses, by the key they are kept under. */
const shown = new Map<string, string[]>();

/**
 * The draft of one place to write in, of who is here now.
 * @param place whatever tells it from all others: the article, and what is replied to
 */
export function draftOf(place: string): Draft {
  const session = $session.get();
  const owner = session.state === 'signed-in' ? session.user._id : '';
  const key = keyOf(owner, place);
  const change = (how: (kept: Kept) => Kept) => save(key, how(load(key)));
  const release = (text: string) => shown.set(key, without(shown.get(key) ?? [], text));
  return {
    release,
    read() {
      const sources = owner === '' ? [key] : [key, keyOf('', place)];
      const texts = sources.flatMap((source) => {
        const { typed, handed } = load(source);
        save(source, { typed: '', handed: handed.filter((text) => isShown(source, text)) });
        return [...handed.filter((text) => !isShown(source, text)), typed];
      });
      const text = texts.filter((one) => one.trim() !== '').join('\n\n');
      change((kept) => ({ ...kept, typed: text }));
      return text;
    },
    write: (text) => change((kept) => ({ ...kept, typed: text })),
    hand(text) {
      shown.set(key, [...(shown.get(key) ?? []), text]);
      change(({ handed }) => ({ typed: '', handed: [...handed, text] }));
    },
    settle(text) {
      release(text);
      change(({ typed, handed }) => ({ typed, handed: without(handed, text) }));
    },
  };
}

const keyOf = (owner: string, place: string) => `response-draft ${owner} ${place}`;
const isShown = (key: string, text: string) => shown.get(key)?.includes(text) ?? false;

/** The same list with one fewer of these. */
function without(texts: string[], text: string): string[] {
  const index = texts.indexOf(text);
  return index === -1 ? texts : texts.toSpliced(index, 1);
}

function load(key: string): Kept {
  const { typed = '', handed = [] } = (readStoredJson(key, 'session') ?? {}) as Partial<Kept>;
  return { typed, handed };
}

function save(key: string, kept: Kept): void {
  const isEmpty = kept.typed === '' && kept.handed.length === 0;
  writeStored(key, isEmpty ? null : JSON.stringify(kept), 'session');
}
