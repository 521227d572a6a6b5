import type { EditorView } from '@codemirror/view';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { countChangedWords, type DiffRange, diffWords } from '../drafts/word-diff.ts';
import type { EditorForm } from '../form.ts';
import {
  AiHelperProvider,
  type Session,
  useAiHelper,
  useAiHelperContext,
} from './use-ai-helper.ts';

const TITLE_MAX = 200;

interface PanelProps {
  session: Session;
  language: string;
  /** Current content of the target; null if it was deleted. */
  now: string | null;
}

interface WordDiffProps {
  changes: DiffRange[];
  /** Language of the text, for screen readers. */
  language: string;
  /** Removed text at the end may only not have been streamed yet, so it is shown as kept. */
  unfinished?: boolean;
}

/**
 * A proposal of the AI helper, shown as a difference to the current text, with buttons to accept or discard
 * it.
 */
export function AiHelperPanel({ session, language, now }: PanelProps) {
  const aiHelper = useAiHelperContext();
  const panel = useRef<HTMLElement>(null);
  const { subject, proposal } = session;
  const before = now ?? session.before;
  const fitted = proposal.text.trim() === '' ? '' : subject.normalize(proposal.text, now ?? '');
  const changes = useMemo(() => (fitted === '' ? [] : diffWords(before, fitted)), [before, fitted]);
  const writing = proposal.state === 'writing';

  // A button that disappears would lose the focus; the panel takes it, with its status.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each state has other buttons
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === null) panel.current?.focus();
  }, [proposal.state]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same panel shows the next subject
  useLayoutEffect(() => panel.current?.focus(), [subject]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (writing) aiHelper.stop();
    else aiHelper.close();
  }

  return (
    <section
      ref={panel}
      className="ai-helper-panel"
      aria-label={subject.name}
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className="ai-helper-panel__head">
        <h2>{subject.name}</h2>
        <p className="label" role="status">
          {proposalStatusOf(session, changes)}
        </p>
      </div>
      {changes.length > 0 && proposal.state !== 'accepted' && (
        <WordDiff changes={changes} language={language} unfinished={writing} />
      )}
      {proposal.state === 'failed' && (
        <p className="ai-helper-panel__error" role="alert">
          <strong>{proposal.msg}</strong> {proposal.reason}
        </p>
      )}
      <Notes session={session} gone={now === null} changed={now !== session.before} />
      <p className="ai-helper-panel__buttons">
        {writing && <SmallButton label="Stop" onClick={aiHelper.stop} />}
        {now !== null && canAccept(session) && (
          <SmallButton variant="main" label="Accept" onClick={() => aiHelper.accept(fitted)} />
        )}
        {proposal.state === 'accepted' && <SmallButton label="Undo" onClick={aiHelper.undo} />}
        {!writing && proposal.state !== 'accepted' && now !== null && (
          <SmallButton label="Try again" onClick={() => aiHelper.generate(subject)} />
        )}
        {!writing && (
          <SmallButton
            label={
              proposal.state === 'accepted' || proposal.state === 'failed' ? 'Close' : 'Reject'
            }
            onClick={aiHelper.close}
          />
        )}
        <AiHelperUsage />
      </p>
    </section>
  );
}

/** Usage of today, and the daily limit. */
export function AiHelperUsage() {
  const today = useAiHelperContext().info?.today;
  if (!today) return null;
  const number = (value: number) => value.toLocaleString('en');
  return (
    <span className="ai-helper-used">
      Today {number(today.calls)} of {number(today.callsMax)} calls, {number(today.tokens)} of{' '}
      {number(today.tokensMax)} tokens
    </span>
  );
}

/** True if the proposal can be accepted. A stopped one may only add text: as a rewrite, it would delete the rest. */
function canAccept({ subject, proposal }: Session): boolean {
  if (proposal.text.trim() === '') return false;
  if (subject.action === 'continue')
    return proposal.state === 'ready' || proposal.state === 'stopped';
  return proposal.state === 'ready' && !(proposal.cut && subject.rewrites);
}

function proposalStatusOf({ proposal }: Session, changes: DiffRange[]): string {
  switch (proposal.state) {
    case 'writing':
      return 'Writing';
    case 'stopped':
      return 'Stopped';
    case 'failed':
      return '';
    case 'accepted':
      return 'Accepted';
    case 'ready': {
      const [added, removed] = [
        countChangedWords(changes, 'added'),
        countChangedWords(changes, 'removed'),
      ];
      if (added + removed === 0) return 'Nothing to change';
      return `Ready: ${added} ${added === 1 ? 'word' : 'words'} added, ${removed} removed`;
    }
  }
}

/** Warning shown before accepting. */
function Notes({ session, gone, changed }: { session: Session; gone: boolean; changed: boolean }) {
  const { subject, proposal } = session;
  if (proposal.state === 'accepted') return null;
  const notes = [
    gone && 'The passage is no longer in the text. Reject this suggestion and try again.',
    !gone && changed && 'You have edited this since. Accepting replaces the current text.',
    proposal.state === 'ready' &&
      proposal.cut &&
      (subject.rewrites
        ? 'The response reached its limit before the end of the passage. Select a shorter passage.'
        : 'The response reached its length limit: check its end.'),
    proposal.state === 'stopped' &&
      subject.action !== 'continue' &&
      'An incomplete response cannot be accepted.',
    subject.action === 'alt' && 'The AI helper has read the article but cannot see the image.',
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <p key={note} className="field__hint">
      {note}
    </p>
  ));
}

/**
 * Two texts in one: removed text is struck through, added text is underlined, so that colour is not the only
 * signal.
 */
function WordDiff({ changes, language, unfinished }: WordDiffProps) {
  const reached = unfinished ? changes.findLastIndex(({ kind }) => kind !== 'removed') : Infinity;
  const shown = changes.map((change, index) => {
    const { text } = change;
    const kind = index > reached ? 'ahead' : change.kind;
    // Only its position identifies a piece.
    const key = `${index}`;
    if (kind === 'added') return <ins key={key}>{text}</ins>;
    if (kind === 'removed') return <del key={key}>{text}</del>;
    return (
      <span key={key} className={kind === 'ahead' ? 'word-diff__ahead' : undefined}>
        {text}
      </span>
    );
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has no legend and holds no fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than its box is scrolled by keys
    <div className="word-diff" lang={language} role="group" aria-label="Changes" tabIndex={0}>
      {shown}
    </div>
  );
}

/** Provides the AI helper to the parts of the editor inside. */
export function AiHelper({ children }: { children: ReactNode }) {
  return <AiHelperProvider value={useAiHelper()}>{children}</AiHelperProvider>;
}

/** The proposal for the text, below the editor. */
export function TextProposal({ view, form }: { view: EditorView | null; form: EditorForm }) {
  const { session, setArticle } = useAiHelperContext();
  const { title } = form;
  const language = form.language.trim() || 'en';
  useEffect(
    () => setArticle({ title: title.slice(0, TITLE_MAX), language }),
    [setArticle, title, language],
  );
  if (!view || session?.subject.where !== 'text') return null;
  return (
    <div className="ai-helper-dock">
      <AiHelperPanel session={session} language={language} now={session.subject.now()} />
    </div>
  );
}
