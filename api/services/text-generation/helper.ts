import { errorCatalogue } from '#contracts/errors.ts';
import type { HelperEvent, HelperRequest, HelperResponse } from '#contracts/helper.ts';
import type { AppContext } from '../../context.ts';
import { DomainError } from '../../errors.ts';
import { createTextGeneration } from '../../integrations/text-generation/client.ts';
import { GenerationFailed } from '../../integrations/text-generation/failure.ts';
import { questionFor, tokensOf } from './prompts.ts';
import { readUse, reserve } from './use.ts';

/** The editor's helper with words. */
export interface Helper {
  describe(): HelperResponse;
  /**
   * The answer as it comes. What goes wrong before its first word is thrown, later it is an event.
   * When `signal` ends it there is no further event; what was used is noted all the same.
   * @throws DomainError HELPER_OFF, HELPER_SPENT, AI_FAILED
   */
  ask(request: HelperRequest, signal: AbortSignal): AsyncGenerator<HelperEvent>;
}

type Context = Pick<AppContext, 'config' | 'database' | 'clock'>;

/** Makes the helper of this process, which remembers how the service wants to be asked. */
export function createHelper(context: Context): Helper {
  const options = context.config.textGeneration;
  const generation = createTextGeneration(options);

  async function* ask(request: HelperRequest, signal: AbortSignal): AsyncGenerator<HelperEvent> {
    if (options.key === null) throw new DomainError('HELPER_OFF');
    const question = questionFor(request);
    const asked = tokensOf(question.messages.map(({ content }) => content).join('\n'));
    const reserved = await reserve(context, asked + question.maxTokens);
    let answer = '';
    // What a service does not say is reckoned; what it says goes before.
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
      if (answer.trim() === '') throw new GenerationFailed('The answer is empty.');
    } catch (error) {
      if (!(error instanceof GenerationFailed)) throw error;
      if (error.free) used = 0;
      const { message: reason } = error;
      const { msg } = errorCatalogue.AI_FAILED;
      if (answer === '') throw failure(error);
      yield { type: 'failed', msg, reason };
      return;
    } finally {
      await reserved.settle(used ?? asked + tokensOf(answer));
    }
    yield { type: 'end', cut: cut ?? false, today: readUse(context) };
  }

  return {
    describe: () => ({
      state: options.key === null ? 'off' : 'ready',
      service: new URL(options.url).host,
      model: options.model,
      today: readUse(context),
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
