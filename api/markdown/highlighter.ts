import { createHighlighterCore, type GrammarState, type HighlighterCore } from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { loadGrammar } from './languages.ts';
import { CLASS_THEME, tokenClass } from './token-classes.ts';

/** Maximum characters of a highlighted code block. */
export const HIGHLIGHT_CHARACTERS_MAX = 20_000;

// A longer line is data, not code; colouring minified bundles costs seconds.
const LINE_CHARACTERS_MAX = 1_000;

const THEME = CLASS_THEME.name ?? '';

// Each line of ever deeper nesting costs more than the one before; beyond this depth the rest of
// the block stays plain. The depth is looked at after so many lines.
const NESTING_MAX = 150;
const LINES_AT_ONCE = 20;

/** Run of characters; `className` is one of TOKEN_CLASSES, or undefined for plain text. */
export interface CodeToken {
  text: string;
  className: string | undefined;
}

/** Highlights code by grammar. */
export interface Highlighter {
  /** Loads the grammar of a known language, once. */
  load(language: string): Promise<void>;
  isLoaded(language: string): boolean;
  /** Returns lines of tokens whose texts join to the code; the language must be loaded. */
  highlight(code: string, language: string): CodeToken[][];
}

function joinTokens(tokens: readonly CodeToken[]): CodeToken[] {
  const joined: CodeToken[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    // Blank runs have no visible colour, so they join whatever stands before them.
    if (last && (last.className === token.className || token.text.trim() === '')) {
      last.text += token.text;
    } else {
      joined.push({ ...token });
    }
  }
  return joined;
}

function plain(line: string): CodeToken[] {
  return line === '' ? [] : [{ text: line, className: undefined }];
}

function tokenize(core: HighlighterCore, code: string, language: string): CodeToken[][] {
  const lines = code.split('\n');
  const result: CodeToken[][] = [];
  let grammarState: GrammarState | undefined;
  while (result.length < lines.length) {
    const depth = grammarState?.getInternalStack()?.depth ?? 0;
    if (depth > NESTING_MAX) return [...result, ...lines.slice(result.length).map(plain)];
    const next = lines.slice(result.length, result.length + LINES_AT_ONCE).join('\n');
    const tokens = core.codeToTokensBase(next, {
      lang: language,
      theme: THEME,
      tokenizeMaxLineLength: LINE_CHARACTERS_MAX,
      // A limit in time would make the output depend on how busy the machine is.
      tokenizeTimeLimit: 0,
      ...(grammarState && { grammarState }),
    });
    for (const line of tokens) {
      const own = line.map(({ content, color }) => ({
        text: content,
        className: tokenClass(color),
      }));
      result.push(joinTokens(own));
    }
    grammarState = core.getLastGrammarState(tokens);
  }
  return result;
}

/** Creates a highlighter that loads grammars on demand. */
export function createHighlighter(): Highlighter {
  const engine = createJavaScriptRegexEngine({ forgiving: true });
  // One core per language: in a shared one a grammar colours what it embeds only if that grammar
  // happens to be loaded, and the same source would render differently from one day to the next.
  const cores = new Map<string, HighlighterCore>();
  const loading = new Map<string, Promise<void>>();

  async function create(language: string): Promise<void> {
    const core = await createHighlighterCore({
      engine,
      langs: [await loadGrammar(language)],
      themes: [CLASS_THEME],
      warnings: false,
    });
    cores.set(language, core);
  }

  return {
    load(language) {
      const started = loading.get(language) ?? create(language);
      loading.set(language, started);
      return started;
    },
    isLoaded: (language) => cores.has(language),
    highlight(code, language) {
      const core = cores.get(language);
      if (core === undefined) throw new Error(`The grammar of '${language}' is not loaded.`);
      return tokenize(core, code, language);
    },
  };
}
