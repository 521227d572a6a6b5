import { describe, expect, it, test } from 'vitest';
import { splitNamedBlocks } from './parse-case-studies.ts';

describe('named blocks', () => {
  it('split a text into parts', () => {
    const text = 'Before.\n\n<Aside title="Cost">\n  Three **seats**.\n</Aside>\n\nAfter.\n';
    expect(splitNamedBlocks(text)).toEqual([
      { block: 'text', markdown: 'Before.\n' },
      { block: 'aside', title: 'Cost', markdown: 'Three **seats**.' },
      { block: 'text', markdown: '\nAfter.\n' },
    ]);
  });

  it('are text in code', () => {
    const code = '```mdx\n<Aside title="Cost">\n<Other />\n```\n';
    expect(splitNamedBlocks(code)).toEqual([{ block: 'text', markdown: code }]);
  });

  it('leave expressions, imports, exports and HTML to the pipeline', () => {
    const text =
      'import x from "y";\nexport const z = 1;\n\n{1 + 1} <b>bold</b> <script>1</script>';
    expect(splitNamedBlocks(text)).toEqual([{ block: 'text', markdown: text }]);
  });

  test.each([
    ['an unknown block', 'Text.\n\n<Video src="a.mp4" />', 'line 3: <Video> is no block'],
    ['an expression as title', '<Aside title={secret}>', 'line 1: <Aside> is no block'],
    ['a missing end', 'Text.\n<Aside title="A">\nMore.', 'line 2: <Aside> has no </Aside>'],
    ['an end without a start', 'Text.\n</Aside>', 'line 2: <Aside> is no block'],
    [
      'a block in a block',
      '<Aside title="A">\n<Aside title="B">',
      'line 2: <Aside> cannot contain <Aside>',
    ],
  ])('reject %s', (_title, text, message) => {
    expect(() => splitNamedBlocks(text)).toThrow(message);
  });
});
