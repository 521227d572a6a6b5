import { createMarkdownService, type MarkdownService } from '../markdown/markdown-service.ts';
import type { Publisher } from '../publisher/publisher.ts';

/** A publisher that remembers how often it was woken and publishes nothing. */
export interface IdlePublisher extends Publisher {
  wakes: number;
  /** What `liveFolder` answers. */
  folder: string | null;
}

export function createIdlePublisher(): IdlePublisher {
  return {
    wakes: 0,
    folder: null,
    wake() {
      this.wakes++;
    },
    subscribe: () => () => {},
    liveFolder() {
      return this.folder;
    },
    renderPreview: async () => null,
    close: async () => {},
  };
}

/** Only a hang takes so long: on a busy machine, five seconds are too short for a long text. */
const HANG_MS = 120_000;
const services = new Map<string, MarkdownService>();

/**
 * The real markdown service, started when it is first needed and shared by the tests of a file,
 * since it remembers nothing but what it is faster for. Nobody has to close it.
 */
export function sharedMarkdown(siteOrigin: string): MarkdownService {
  const service = () => {
    const started =
      services.get(siteOrigin) ?? createMarkdownService({ siteOrigin, timeoutMs: HANG_MS });
    services.set(siteOrigin, started);
    return started;
  };
  return {
    render: (markdown, input) => service().render(markdown, input),
    ready: () => service().ready(),
    close: async () => {},
  };
}

/** Renders a paragraph and takes no time, for tests of what happens to rendered articles. */
export function createPlainMarkdown(): MarkdownService {
  return {
    render: async (markdown) => ({
      html: `<p>${markdown.replace(/[&<>]/g, '')}</p>`,
      blocks: [],
      toc: [],
      words: markdown.split(/\s+/).filter(Boolean).length,
      text: markdown,
      excerpt: markdown,
      links: [],
      images: [],
    }),
    ready: async () => {},
    close: async () => {},
  };
}
