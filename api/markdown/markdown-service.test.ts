import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { MARKDOWN_BYTES_MAX } from './errors.ts';
import {
  createMarkdownService,
  MarkdownTimeoutError,
  MarkdownTooLargeError,
} from './markdown-service.ts';
import { createMarkdownRenderer } from './render.ts';

describe('the markdown service', () => {
  const service = createMarkdownService({ siteOrigin: 'https://example.com' });
  afterAll(() => service.close());

  test('returns the result of the renderer', async () => {
    const markdown =
      '# A\n\n```ts\nconst a = 1;\n```\n\n![i](/media/a.webp) [b](https://example.com/b)';
    const images = new Map([['/media/a.webp', { width: 3, height: 4 }]]);
    const { render } = createMarkdownRenderer({ siteOrigin: 'https://example.com' });
    const expected = await render(markdown, { images });
    expect(await service.render(markdown, { images })).toEqual(expected);
    expect(await service.render(markdown, { images: (name) => images.get(name) })).toEqual(
      expected,
    );
  });

  test('rejects texts that are too large or too deep with a named error', async () => {
    await expect(service.render('a'.repeat(MARKDOWN_BYTES_MAX + 1))).rejects.toThrow(
      MarkdownTooLargeError,
    );
    await expect(service.render('>'.repeat(10_000))).rejects.toMatchObject({
      code: 'MARKDOWN_TOO_DEEP',
    });
    expect((await service.render('still here')).html).toBe('<p>still here</p>');
  });

  test('renders many texts at once', async () => {
    const texts = Array.from({ length: 30 }, (_, index) => `text ${index}`);
    const rendered = await Promise.all(texts.map((text) => service.render(text)));
    expect(rendered.map(({ html }) => html)).toEqual(texts.map((text) => `<p>${text}</p>`));
  });
});

describe('a text that takes too long', { tags: ['verify'] }, () => {
  test('is stopped, and the next ones in the queue are rendered', async () => {
    const service = createMarkdownService({ timeoutMs: 60_000 });
    await service.ready();
    // The test triggers the time limit, so slow machines do not affect it.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const slow = service.render(`${'>'.repeat(28)}a\n${'b\n'.repeat(500_000)}`);
    const behind = [service.render('one'), service.render('two')];
    vi.advanceTimersByTime(60_000);
    await expect(slow).rejects.toThrow(MarkdownTimeoutError);
    await expect(slow).rejects.toMatchObject({ code: 'MARKDOWN_TIMEOUT' });
    expect((await Promise.all(behind)).map(({ html }) => html)).toEqual([
      '<p>one</p>',
      '<p>two</p>',
    ]);
    await service.close();
  });

  test('is rejected when the service closes', async () => {
    const service = createMarkdownService();
    const pending = service.render('x');
    const rejected = expect(pending).rejects.toThrow('closed');
    await service.close();
    await rejected;
    await expect(service.render('y')).rejects.toThrow('closed');
  });
});
