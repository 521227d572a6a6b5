/** The least Fastify can do for a page: one route, the same bytes and the same kind of headers. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const body = readFileSync(process.env.PAGE ?? '');
const packed = readFileSync(`${process.env.PAGE}.br`);
const app = Fastify();
app.get('/plain', (_request, reply) => reply.type('text/html; charset=utf-8').send(body));
app.get('/br', (_request, reply) =>
  reply.type('text/html; charset=utf-8').header('content-encoding', 'br').send(packed),
);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('listening\n');
