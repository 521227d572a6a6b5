import {
  LanguageDescription,
  LanguageSupport,
  StreamLanguage,
  type StreamParser,
} from '@codemirror/language';

const streamed = (parser: StreamParser<unknown>) =>
  new LanguageSupport(StreamLanguage.define(parser));

/** Languages of code blocks by name. Each is loaded with its first block. */
export const codeLanguages: LanguageDescription[] = [
  language('JavaScript', ['js', 'mjs', 'cjs', 'node', 'jsx'], async () =>
    (await import('@codemirror/lang-javascript')).javascript({ jsx: true }),
  ),
  language('TypeScript', ['ts', 'mts', 'tsx'], async () =>
    (await import('@codemirror/lang-javascript')).javascript({ jsx: true, typescript: true }),
  ),
  language('HTML', ['htm', 'vue', 'svelte', 'astro'], async () =>
    (await import('@codemirror/lang-html')).html(),
  ),
  language('CSS', ['scss', 'less'], async () => (await import('@codemirror/lang-css')).css()),
  language('JSON', ['jsonc', 'json5'], async () => (await import('@codemirror/lang-json')).json()),
  language('Python', ['py'], async () => (await import('@codemirror/lang-python')).python()),
  language('SQL', ['sqlite', 'postgresql', 'mysql'], async () =>
    (await import('@codemirror/lang-sql')).sql(),
  ),
  language('YAML', ['yml'], async () => (await import('@codemirror/lang-yaml')).yaml()),
  language('Rust', ['rs'], async () => (await import('@codemirror/lang-rust')).rust()),
  language('Go', ['golang'], async () => (await import('@codemirror/lang-go')).go()),
  language('Java', ['kotlin', 'kt'], async () => (await import('@codemirror/lang-java')).java()),
  language('C++', ['cpp', 'c', 'h', 'hpp', 'cc'], async () =>
    (await import('@codemirror/lang-cpp')).cpp(),
  ),
  language('PHP', [], async () => (await import('@codemirror/lang-php')).php({ plain: true })),
  language('Shell', ['bash', 'sh', 'zsh', 'console'], async () =>
    streamed((await import('@codemirror/legacy-modes/mode/shell')).shell),
  ),
  language('Dockerfile', ['docker', 'containerfile'], async () =>
    streamed((await import('@codemirror/legacy-modes/mode/dockerfile')).dockerFile),
  ),
  language('TOML', [], async () =>
    streamed((await import('@codemirror/legacy-modes/mode/toml')).toml),
  ),
  language('Diff', ['patch'], async () =>
    streamed((await import('@codemirror/legacy-modes/mode/diff')).diff),
  ),
  language('Ruby', ['rb'], async () =>
    streamed((await import('@codemirror/legacy-modes/mode/ruby')).ruby),
  ),
  language('XML', ['svg'], async () =>
    streamed((await import('@codemirror/legacy-modes/mode/xml')).xml),
  ),
  language('nginx', [], async () =>
    streamed((await import('@codemirror/legacy-modes/mode/nginx')).nginx),
  ),
];

function language(name: string, alias: string[], load: () => Promise<LanguageSupport>) {
  return LanguageDescription.of({ name, alias, load });
}

/** Languages in the toolbar: label, and name in the Markdown. */
export const offeredLanguages: { name: string; info: string }[] = [
  { name: 'Plain text', info: '' },
  { name: 'TypeScript', info: 'ts' },
  { name: 'JavaScript', info: 'js' },
  { name: 'HTML', info: 'html' },
  { name: 'CSS', info: 'css' },
  { name: 'JSON', info: 'json' },
  { name: 'Shell', info: 'bash' },
  { name: 'SQL', info: 'sql' },
  { name: 'Python', info: 'python' },
  { name: 'Go', info: 'go' },
  { name: 'Rust', info: 'rust' },
  { name: 'Java', info: 'java' },
  { name: 'C++', info: 'cpp' },
  { name: 'PHP', info: 'php' },
  { name: 'Ruby', info: 'ruby' },
  { name: 'YAML', info: 'yaml' },
  { name: 'TOML', info: 'toml' },
  { name: 'Dockerfile', info: 'dockerfile' },
  { name: 'Diff', info: 'diff' },
];
