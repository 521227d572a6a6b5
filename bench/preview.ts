import { createOwnerClient } from './stage/client.ts';
import { logProgress, type Measure } from './stage/report.ts';
import { sampleOfWords } from './stage/sample-markdown.ts';
import type { Bench } from './stage/stage.ts';
import { percentile } from './stage/statistics.ts';
import { typeIntoEditor } from './stage/typing.ts';

const WORDS = 5000;
const BAR_MS = 150;

/** Number of keys that are typed into the editor. */
const KEYS = 60;

/**
 * Measures POST /api/preview for a long text, for the first time and after a change of one paragraph, and in
 * Chromium the time from a key in the editor to the changed preview.
 */
export const preview: Bench = {
  title: `Preview of ${WORDS} words`,
  async measure(stage) {
    const server = await stage.start(await stage.site(100));
    const client = createOwnerClient(server);
    await client.signIn();
    const requestPreview = async (markdown: string): Promise<number> => {
      const started = performance.now();
      const { status } = await client.call('POST', '/api/preview', { markdown });
      if (status !== 200) throw new Error(`preview: ${status}`);
      return performance.now() - started;
    };
    logProgress('previewing');
    const cold: number[] = [];
    const warm: number[] = [];
    for (let text = 1; text <= (stage.short ? 3 : 10); text += 1) {
      const paragraphs = sampleOfWords(90_000 + text, WORDS).split('\n\n');
      cold.push(await requestPreview(paragraphs.join('\n\n')));
      for (let edit = 1; edit <= 6; edit += 1) {
        const place = Math.floor((paragraphs.length * edit) / 7);
        const changed = paragraphs.toSpliced(place, 0, `One more sentence, number ${edit}.`);
        warm.push(await requestPreview(changed.join('\n\n')));
      }
    }
    logProgress('typing into the editor');
    const { article } = await client.save('POST', '/api/articles', {
      title: 'Written at length',
      markdown: sampleOfWords(91_000, WORDS),
    });
    const keys = stage.short ? 10 : KEYS;
    const typed = await typeIntoEditor(server, `/admin/blog/edit/${article._id}`, keys);
    await server.stop();
    return [
      ...describe('first time', cold),
      ...describe('one paragraph changed', warm, BAR_MS),
      ...describe('from a key to the preview, in Chromium', typed, BAR_MS),
    ];
  },
};

function describe(name: string, times: number[], bar?: number): Measure[] {
  return [
    { name: `${name}, median`, value: percentile(times, 0.5), unit: 'ms' },
    {
      name: `${name}, p95`,
      value: percentile(times, 0.95),
      unit: 'ms',
      ...(bar !== undefined && { bar: { atMost: bar } }),
    },
  ];
}
