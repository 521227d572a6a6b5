import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** What the server says at one step of the conversation; by default it agrees. */
export type Reply = { code: number; words: string } | 'hang up' | 'say nothing' | 'agree';

interface Script {
  connect?: () => Reply;
  sender?: () => Reply;
  /** @param to the receiver */
  receiver?: (to: string) => Reply;
  /** After the whole message has arrived. */
  message?: (source: string) => Reply | Promise<Reply>;
  options?: SMTPServerOptions;
}

export interface TestMailServer {
  /** For SMTP_URL. */
  url: string;
  port: number;
  /** Messages that it said it has. */
  accepted: { from: string; to: string[]; source: string }[];
  /** Messages that arrived whole, whatever it said. */
  arrived: string[];
  /** Connections that were ever made. */
  connections: () => number;
  /** Closes all connections, and goes on listening. */
  hangUp(): void;
  close(): Promise<void>;
}

/** A real mail server on loopback that answers as a test says. */
export async function startMailServer(script: Script = {}): Promise<TestMailServer> {
  const accepted: TestMailServer['accepted'] = [];
  const arrived: string[] = [];
  let connections = 0;
  const reply = (said: Reply, done: (error?: Error | null) => void) => {
    if (said === 'agree') done();
    else if (said === 'hang up') hangUp();
    else if (said !== 'say nothing')
      done(Object.assign(new Error(said.words), { responseCode: said.code }));
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 50,
    onConnect: (_session, done) => {
      connections += 1;
      reply(script.connect?.() ?? 'agree', done);
    },
    onMailFrom: (_address, _session, done) => reply(script.sender?.() ?? 'agree', done),
    onRcptTo: ({ address }, _session, done) => reply(script.receiver?.(address) ?? 'agree', done),
    onData: async (stream, { envelope }, done) => {
      const source = await text(stream).catch(() => null);
      if (source === null) return;
      arrived.push(source);
      const said = (await script.message?.(source)) ?? 'agree';
      if (said === 'agree') {
        accepted.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          source,
        });
      }
      reply(said, done);
    },
    ...script.options,
  });
  // A client that goes away in the middle is what some tests are about.
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

/** A port of loopback where nobody listens. */
export async function closedPort(): Promise<number> {
  const server = await startMailServer();
  await server.close();
  return server.port;
}
