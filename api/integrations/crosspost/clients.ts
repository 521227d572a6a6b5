import type { CrossPostClients, CrossPostOptions } from './client.ts';
import { createDevTo } from './dev-to.ts';
import { createLinkedin, createLinkedinSignIn, type LinkedinSignIn } from './linkedin.ts';
import { createMedium } from './medium.ts';
import { createTransport, type Send } from './transport.ts';

/** Everything that is said to other services about articles. */
export interface CrossPosting {
  clients: CrossPostClients;
  /** Null where no app is configured. */
  linkedinSignIn: LinkedinSignIn | null;
}

/**
 * The three services at the hosts of the configuration.
 * @param send for tests that stand in for the network
 */
export function createCrossPosting(options: CrossPostOptions, send?: Send): CrossPosting {
  const { dev, medium, linkedin } = options;
  return {
    clients: {
      dev: createDevTo(createTransport(dev.url, send)),
      medium: createMedium(createTransport(medium.apiUrl, send)),
      linkedin: createLinkedin(linkedin, createTransport(linkedin.apiUrl, send)),
    },
    linkedinSignIn: createLinkedinSignIn(linkedin, createTransport(linkedin.url, send)),
  };
}
