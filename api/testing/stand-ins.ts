import type { MarkdownService } from '../markdown/markdown-service.ts';
import type { Publisher } from '../publisher/publisher.ts';

/** A publisher that remembers how often it was woken and publishes nothing. */
export function createIdlePublisher(): Publisher & { wakes: number } {
  return {
    wakes: 0,
    wake() {
      this.wakes++;
    },
    subscribe: () => () => {},
    liveFolder: () => null,
    close: async () => {},
  };
}

/** For tests that render nothing: any call says that it was not expected. */
export function createAbsentMarkdown(): MarkdownService {
  return new Proxy({} as MarkdownService, {
    get(_target, name) {
      return () => {
        throw new Error(`this test renders no markdown, yet it called ${String(name)}`);
      };
    },
  });
}
