/** Bare Fastify server for a page: serves the same bytes and the same kind of headers from one route. */
import { readFileSync } from 'node:fs';
import Fastify from 'fastify';

const body = readFileSync(process.env.PAGE ?? '');
const compressed = readFileSync(`${process.env.PAGE}.br`);
const app = Fastify();
app.get('/plain', (_request, reply) => reply.type('text/html; charset=utf-8').send(body));
app.get('/br', (_request, reply) =>
  reply.type('text/html; charset=utf-8').header('content-encoding', 'br').send(compressed),
);
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.stdout.write('listening\n');
