import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { type RenderedComment, renderComment } from '../comments/render-comment.ts';

/** Represents the author of the article. */
export const OWNER = 'owner';

const said = z.strictObject({
  by: z.string().nullable(),
  hoursAgo: z.number().positive(),
  likes: z.array(z.string()).default([]),
  text: z.array(z.string()).min(1),
});

const sampleTalk = z
  .strictObject({
    notice: z.string(),
    members: z.record(
      z.string(),
      z.strictObject({
        name: z.string().min(1),
        title: z.string(),
        bio: z.string(),
        location: z.string(),
      }),
    ),
    threads: z.array(said.extend({ article: z.string(), replies: z.array(said).default([]) })),
  })
  .refine(({ members, threads }) => {
    const all = threads.flatMap((thread) => [thread, ...thread.replies]);
    const names = all.flatMap(({ by, likes }) => [...(by === null ? [] : [by]), ...likes]);
    return names.every((name) => name in members || name === OWNER);
  }, 'A named person is not among the members.');

export type SampleMember = z.infer<typeof sampleTalk>['members'][string];

/** Comment of the file with its HTML. */
export interface SampleComment extends Omit<z.infer<typeof said>, 'text'> {
  rendered: RenderedComment;
}

/** Conversation to store. */
export interface SampleConversation {
  members: Map<string, SampleMember>;
  threads: (SampleComment & { article: string; replies: SampleComment[] })[];
}

/**
 * Reads the sample comments of a content folder; none without the file.
 * @throws Error with the file name if it is invalid
 */
export async function readSampleComments(
  context: Pick<AppContext, 'markdown'>,
  contentFolder: string,
): Promise<SampleConversation> {
  const file = path.join(contentFolder, 'comments', 'sample.json');
  if (!existsSync(file)) return { members: new Map(), threads: [] };
  const { members, threads } = parse(file);
  const render = async ({ text, ...rest }: z.infer<typeof said>): Promise<SampleComment> => ({
    ...rest,
    rendered: await renderComment(context, text.join('\n')),
  });
  return {
    members: new Map(Object.entries(members)),
    threads: await Promise.all(
      threads.map(async ({ article, replies, ...first }) => ({
        ...(await render(first)),
        article,
        replies: await Promise.all(replies.map(render)),
      })),
    ),
  };
}

function parse(file: string): z.infer<typeof sampleTalk> {
  try {
    return sampleTalk.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    throw new Error(`${file} is not as its README says.`, { cause: error });
  }
}
