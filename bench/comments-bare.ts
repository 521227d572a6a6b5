/**
 * Bare Fastify server for lists of comments: runs the same statements as the API and serializes their rows
 * with JSON.stringify.
 */
import path from 'node:path';
import Fastify from 'fastify';
import { REPLIES_SHOWN } from '#contracts/comment-limits.ts';
import { openConnection } from '../api/db/connection.ts';
import {
  countComments,
  findDiscussedArticle,
  listComments,
  listReplies,
} from '../api/db/hot/comments.ts';
import { COMMENTS_ASKED_FOR } from './comments-cases.ts';

const database = openConnection(path.join(process.env.DATA_DIR ?? '', 'site.db'), {
  readonly: true,
});

const app = Fastify();
app.get<{ Params: { article: string; sort: 'relevant' | 'recent' } }>(
  '/:article/:sort',
  (request, reply) => {
    const { sort } = request.params;
    const article = findDiscussedArticle(database, request.params.article);
    if (!article) throw new Error('there is no such article');
    const page = { sort, after: null, limit: COMMENTS_ASKED_FOR + 1 };
    const comments = listComments(database, article.id, page).map((comment) => ({
      ...comment,
      replies:
        comment.replies === 0
          ? []
          : listReplies(database, comment.id, { after: null, limit: REPLIES_SHOWN }),
    }));
    const body = { comments, result: countComments(database, article.id) };
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
  },
);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('listening\n');
