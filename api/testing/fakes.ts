import type { Clock, Publisher } from '../context.ts';
import { createMarkdownService, type MarkdownService } from '../markdown/markdown-service.ts';

/** A clock that changes only when a test sets or advances it. */
export interface TestClock {
  now: Clock;
  /** Advances the time; a negative number moves it back. */
  advance(milliseconds: number): void;
  set(time: number): void;
}

/** Noon of a Thursday, far from midnight, the end of the month and daylight saving changes. */
const START = Date.UTC(2026, 0, 15, 12);

/** A port of this machine where only an administrator could start a server. */
const CLOSED = 'http://127.0.0.1:9';

/** Environment variables that keep tests from calling external services: all their URLs are closed ports. */
export const offlineConfig = {
  DEV_TO_URL: CLOSED,
  MEDIUM_API_URL: CLOSED,
  LINKEDIN_URL: CLOSED,
  LINKEDIN_API_URL: CLOSED,
  TEXT_GENERATION_URL: CLOSED,
  CODE_HOST_API_URL: CLOSED,
  CODE_HOST_AVATAR_URL: CLOSED,
  PAYPAL_API_URL: CLOSED,
};

/** A publisher that counts how often it was woken, and publishes nothing. */
export interface IdlePublisher extends Publisher {
  wakes: number;
  /** Result of `liveFolder`. */
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

/** Long enough for a long text on a busy machine, where five seconds are too short. */
const RENDER_TIMEOUT_MS = 120_000;
const services = new Map<string, MarkdownService>();

/**
 * Returns the real markdown service. It starts with the first call, and all tests of a file share it,
 * because its only state is a cache. Tests don't have to close it.
 */
export function sharedMarkdown(siteOrigin: string): MarkdownService {
  const service = () => {
    const started =
      services.get(siteOrigin) ??
      createMarkdownService({ siteOrigin, timeoutMs: RENDER_TIMEOUT_MS });
    services.set(siteOrigin, started);
    return started;
  };
  return {
    render: (markdown, input) => service().render(markdown, input),
    ready: () => service().ready(),
    close: async () => {},
  };
}

/** Creates a service that renders one paragraph at once, for tests that do not depend on the HTML. */
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

export function createTestClock(): TestClock {
  let time = START;
  return {
    now: () => time,
    advance: (milliseconds) => {
      time += milliseconds;
    },
    set: (newTime) => {
      time = newTime;
    },
  };
}
