import type { CrossPostTarget } from '#contracts/cross-post.ts';

/** Where the services are, and what this installation is to them. No address ends with a slash. */
export interface CrossPostOptions {
  dev: { url: string };
  medium: { apiUrl: string };
  linkedin: {
    url: string;
    apiUrl: string;
    /** YYYYMM, the version of the interface that posts are written for. */
    version: string;
    /** Of the app at LinkedIn's developer portal, or null: then nobody can connect. */
    client: { id: string; secret: string } | null;
  };
}

/** Who we are at a service, and what opens it. */
export interface Account {
  /** Its id of the account, which some calls need. */
  id: string;
  secret: string;
}

/** An article as it is posted elsewhere. Every address in it is absolute. */
export interface Post {
  title: string;
  description: string;
  /** The text without front matter. */
  markdown: string;
  tags: string[];
  series: string | null;
  /** Our address of it: where search engines shall send people. */
  canonicalUrl: string;
  /** Addresses it has had before: what is over there may name one of them. */
  formerUrls: readonly string[];
  /** Address of the picture, or null. */
  image: string | null;
  /** What is said beside the link, where only a link is posted. */
  commentary: string;
}

/** By which an article is found over there. */
export type Addresses = Pick<Post, 'canonicalUrl' | 'formerUrls'>;

/**
 * How a call that changes something ended.
 * - `sent`: it is there. With `behind`, what is there is not what was sent, and wants an update.
 * - `failed`: it certainly is not there, or not as it should be. With `mayRetry` another try makes
 *   sense, not before `retryAfter` seconds; with `refused` only once somebody has connected again.
 * - `unknown`: it may be there or not.
 */
export type Outcome =
  | { end: 'sent'; id: string; url: string; behind?: boolean }
  | { end: 'failed'; reason: string; mayRetry: boolean; retryAfter: number | null; refused?: true }
  | { end: 'unknown'; reason: string };

/** What looking for an article over there found. */
export type Search =
  | { end: 'found'; id: string; url: string }
  | { end: 'missing' }
  | { end: 'away'; reason: string; retryAfter: number | null; refused?: true };

export interface Identity {
  /** For Account. */
  id: string;
  name: string;
}

/** The service did not answer, or not as documented. The message is a sentence. */
export class ServiceAway extends Error {}
/** The service does not accept what it was given. The message is a sentence. */
export class ServiceRefused extends Error {}

/** One service. Its calls say how they ended instead of throwing, but for `whoAmI`. */
export interface CrossPostClient {
  readonly target: CrossPostTarget;
  /** Whose account a key opens. @throws ServiceAway, ServiceRefused */
  whoAmI(secret: string): Promise<Identity>;
  /** Posts an article, as one call that is made once. */
  post(account: Account, post: Post): Promise<Outcome>;
  /** Where posts can be found and changed. */
  readonly changeable: {
    /** Looks for what names the article as its original, by any address it has had. */
    find(account: Account, post: Addresses): Promise<Search>;
    update(account: Account, id: string, post: Post): Promise<Outcome>;
  } | null;
}

/** The clients, by the service they speak to. */
export type CrossPostClients = Record<CrossPostTarget, CrossPostClient>;
