import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** Reply of the server to one SMTP command; `agree` accepts and is the default. */
export type Reply = { code: number; words: string } | 'hang up' | 'say nothing' | 'agree';

interface Script {
  connect?: () => Reply;
  sender?: () => Reply;
  /** @param to the receiver */
  receiver?: (to: string) => Reply;
  /** Called after the whole message has arrived. */
  message?: (source: string) => Reply | Promise<Reply>;
  options?: SMTPServerOptions;
}

export interface TestMailServer {
  /** For SMTP_URL. */
  url: string;
  port: number;
  /** Messages that the server has accepted. */
  accepted: { from: string; to: string[]; source: string }[];
  /** Sources of all messages that arrived completely, accepted or not. */
  arrived: string[];
  /** Returns the number of connections since the start. */
  connections: () => number;
  /** Closes all connections; the server still listens. */
  hangUp(): void;
  close(): Promise<void>;
}

/** Starts an SMTP server on the loopback with the replies of `script`. */
export async function startMailServer(script: Script = {}): Promise<TestMailServer> {
  const accepted: TestMailServer['accepted'] = [];
  const arrived: string[] = [];
  let connections = 0;
  const send = (reply: Reply, done: (error?: Error | null) => void) => {
    if (reply === 'agree') done();
    else if (reply === 'hang up') hangUp();
    else if (reply !== 'say nothing')
      done(Object.assign(new Error(reply.words), { responseCode: reply.code }));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 50,
    onConnect: (_session, done) => {
      connections += 1;
      send(script.connect?.() ?? 'agree', done);
    },
    onMailFrom: (_address, _session, done) => send(script.sender?.() ?? 'agree', done),
    onRcptTo: ({ address }, _session, done) => send(script.receiver?.(address) ?? 'agree', done),
    onData: async (stream, { envelope }, done) => {
      const source = await text(stream).catch(() => null);
      if (source === null) return;
      arrived.push(source);
      const reply = (await script.message?.(source)) ?? 'agree';
      if (reply === 'agree') {
        accepted.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source,
        });
      }
      send(reply, done);
    },
    ...script.options,
  });
  // Some tests close the connection of the client during a command.
  server.on('error', () => undefined);
  const hangUp = () => {
    for (const { _socket } of server.connections) _socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    accepted,
    arrived,
    connections: () => connections,
    hangUp,
    close: () => {
      hangUp();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Returns a port of the loopback that has no listener. */
export async function closedPort(): Promise<number> {
  const server = await startMailServer();
  await server.close();
  return server.port;
}
