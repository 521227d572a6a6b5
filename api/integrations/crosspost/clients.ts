import { createTransport, type Send } from '../transport.ts';
import { createDevTo } from './dev-to.ts';
import { createLinkedin, createLinkedinSignIn, type LinkedinSignIn } from './linkedin.ts';
import { createMedium } from './medium.ts';
import type { CrossPostClients, CrossPostOptions } from './service.ts';

/** Clients of all services. */
export interface CrossPosting {
  clients: CrossPostClients;
  /** Null if no LinkedIn app is configured. */
  linkedinSignIn: LinkedinSignIn | null;
}

/**
 * Creates the clients of the configured services.
 * @param send replaces the network in tests
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
