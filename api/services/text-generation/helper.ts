import { errorCatalogue } from '#contracts/errors.ts';
import type { HelperEvent, HelperRequest, HelperResponse } from '#contracts/helper.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { createTextGeneration } from '../../integrations/text-generation/client.ts';
import { GenerationFailed } from '../../integrations/text-generation/failure.ts';
import { createPrompt, estimateTokens } from './prompts.ts';
import { getUsage, reserveTokens } from './quota.ts';

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
