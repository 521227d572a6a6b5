import { buy, createOwnerClient, type OwnerClient } from '../harness/client.ts';
import type { Random } from '../harness/random.ts';
import type { Site } from './workload.ts';

const PASSWORD = 'eleven paper boats';

/** Actions of a member that the servers have acknowledged. */
export interface AcknowledgedActions {
  email: string;
  isRegistered: boolean;
  /** Payment ids of orders. */
  orders: string[];
  comments: string[];
  messages: string[];
  /** Ids of liked articles. */
  likes: Set<string>;
}

/** Articles and products that members choose from, by `_id`. */
export interface TestData {
  articles: string[];
  products: string[];
}

/** A simulated member who signs up, buys, comments, likes and writes to the owner, in sequential calls. */
export class Member {
  readonly acknowledged: AcknowledgedActions;
  readonly #client: OwnerClient;
  readonly #name: string;
  readonly #random: Random;
  readonly #testData: TestData;
  readonly #unbought: string[];
  #count = 0;

  constructor(name: string, site: Site, testData: TestData, random: Random) {
    this.#name = name;
    this.#random = random;
    this.#testData = testData;
    this.#unbought = [...testData.products];
    const email = `${name}@example.org`;
    this.#client = createOwnerClient(site, { email, password: PASSWORD });
    this.acknowledged = {
      email,
      isRegistered: false,
      orders: [],
      comments: [],
      messages: [],
      likes: new Set(),
    };
  }

  /** Sends calls until `hasStopped` returns true. @returns message of the first failure, or null */
  async work(hasStopped: () => boolean): Promise<string | null> {
    try {
      await this.#signUp();
      while (!hasStopped()) await this.#step();
      return null;
    } catch (error) {
      // A killed server closes connections. Errors before the kill are failures.
      if (hasStopped()) return null;
      return `${this.#name}: ${error instanceof Error ? `${error.message} ${error.cause ?? ''}` : error}`;
    }
  }

  async #signUp(): Promise<void> {
    const { email } = this.acknowledged;
    const name = 'Some Member';
    await this.#client.save('POST', '/api/user/register', { name, email, password: PASSWORD });
    this.acknowledged.isRegistered = true;
  }

  async #step(): Promise<void> {
    const product = this.#unbought.at(-1);
    const kind = this.#random.below(4);
    if (kind === 0 && product !== undefined) return this.#buy(product);
    this.#count += 1;
    const text = `Text ${this.#count} of ${this.#name}.`;
    if (kind === 1) {
      const { email } = this.acknowledged;
      await this.#client.save('POST', '/api/contact', { name: 'A Member', email, message: text });
      this.acknowledged.messages.push(text);
      return;
    }
    const article = this.#random.pick(this.#testData.articles);
    if (kind === 2 && !this.acknowledged.likes.has(article)) {
      await this.#client.save('PUT', `/api/articles/${article}/likes`);
      this.acknowledged.likes.add(article);
      return;
    }
    await this.#client.save('POST', `/api/articles/${article}/comments`, { comment: text });
    this.acknowledged.comments.push(text);
  }

  async #buy(product: string): Promise<void> {
    this.acknowledged.orders.push(await buy(this.#client, product));
    this.#unbought.pop();
  }
}
