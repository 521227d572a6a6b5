import { DAY_MS } from '#contracts/durations.ts';
import { errorCatalogue } from '#contracts/errors.ts';
import type { HelperEvent, HelperRequest, HelperResponse, HelperUse } from '#contracts/helper.ts';
import type { AppContext } from '../../context.ts';
import { settingOf } from '../../db/hot/setting-of.ts';
import { addSpent, readSpent } from '../../db/repositories/text-generation.ts';
import { DomainError } from '../../errors.ts';
import { createTextGeneration } from '../../integrations/text-generation/client.ts';
import { GenerationFailed } from '../../integrations/text-generation/failure.ts';
import { createPrompt, estimateTokens } from './prompts.ts';

type QuotaContext = Pick<AppContext, 'database' | 'clock'>;

const dayOf = (time: number) => Math.floor(time / DAY_MS);

/** Tokens reserved for a request. */
interface Reserved {
  /** Records the actual usage. */
  settle(tokens: number): Promise<void>;
}

/** AI helper of the editor. */
export interface Helper {
  describe(): HelperResponse;
  /**
   * Streams the response; errors before the first text are thrown, later ones are events.
   * After `signal` aborts there are no further events, but the usage is recorded.
   * @throws DomainError HELPER_OFF, HELPER_SPENT, AI_FAILED
   */
  ask(request: HelperRequest, signal: AbortSignal): AsyncGenerator<HelperEvent>;
}

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Creates the AI helper of this process, which remembers the API variant of the service. */
export function createHelper(context: Context): Helper {
  const options = context.config.textGeneration;
  const generation = createTextGeneration(options);

  async function* ask(request: HelperRequest, signal: AbortSignal): AsyncGenerator<HelperEvent> {
    if (options.key === null) throw new DomainError('HELPER_OFF');
    const question = createPrompt(request);
    const asked = estimateTokens(question.messages.map(({ content }) => content).join('\n'));
    const reserved = await reserveTokens(context, asked + question.maxTokens);
    let answer = '';
    // The usage is estimated if the service does not report it.
    let used: number | null = null;
    let cut: boolean | null = null;
    try {
      for await (const piece of generation.ask(question, signal)) {
        if (piece.kind === 'text') {
          answer += piece.text;
          yield { type: 'text', text: piece.text };
        } else {
          used = piece.tokens;
          cut = piece.cut;
        }
      }
      if (signal.aborted) return;
      if (answer.trim() === '') throw new GenerationFailed('The response is empty.');
    } catch (error) {
      if (!(error instanceof GenerationFailed)) throw error;
      if (error.free) used = 0;
      const { message: reason } = error;
      const { msg } = errorCatalogue.AI_FAILED;
      if (answer === '') throw failure(error);
      yield { type: 'failed', msg, reason };
      return;
    } finally {
      await reserved.settle(used ?? asked + estimateTokens(answer));
    }
    yield { type: 'end', cut: cut ?? false, today: getUsage(context) };
  }

  return {
    describe: () => ({
      state: options.key === null ? 'off' : 'ready',
      service: new URL(options.url).host,
      model: options.model,
      today: getUsage(context),
    }),
    ask,
  };
}

function failure(error: GenerationFailed): DomainError {
  return new DomainError('AI_FAILED', {
    details: { reason: error.message },
    cause: error,
    ...(error.retryAfter !== null && { retryAfter: error.retryAfter }),
  });
}

/** Returns today's usage and limits. */
function getUsage({ database, clock }: QuotaContext): HelperUse {
  const spent = readSpent(database.query, dayOf(clock()));
  return {
    ...spent,
    callsMost: settingOf(database, 'helper-calls'),
    tokensMost: settingOf(database, 'helper-tokens'),
  };
}

/**
 * Reserves a request and its tokens, so that concurrent requests cannot exceed the daily limit; a
 * killed request counts in full.
 * @throws DomainError HELPER_SPENT
 */
async function reserveTokens(context: QuotaContext, tokens: number): Promise<Reserved> {
  const { database, clock } = context;
  const day = dayOf(clock());
  await database.write((transaction) => {
    const use = getUsage(context);
    const retryAfter = ((day + 1) * DAY_MS - clock()) / 1000;
    if (use.calls >= use.callsMost) {
      const msg = `The AI helper has reached today’s limit of ${use.calls} requests.`;
      throw new DomainError('HELPER_SPENT', { msg, retryAfter });
    }
    if (use.tokens + tokens > use.tokensMost) {
      const left = Math.max(0, use.tokensMost - use.tokens).toLocaleString('en');
      const msg = `${left} of today’s tokens are left, and this request needs up to ${tokens.toLocaleString('en')}.`;
      throw new DomainError('HELPER_SPENT', { msg, retryAfter });
    }
    addSpent(transaction, day, { calls: 1, tokens });
  });
  return {
    async settle(used) {
      await database.write((transaction) =>
        addSpent(transaction, day, { calls: 0, tokens: used - tokens }),
      );
    },
  };
}
