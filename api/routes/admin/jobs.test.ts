import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type JobProgress, jobProgress } from '#contracts/job.ts';
import {
  type Caller,
  callerOf,
  coverByApi,
  createByApi,
  publishable,
  type SignedIn,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildVariant } from '../../testing/built-site.ts';
import { createPlainMarkdown } from '../../testing/fakes.ts';
import { startTestSite, type TestSite } from '../../testing/test-site.ts';
import { until } from '../../testing/until.ts';

let site: TestSite;
let origin: string;
let owner: SignedIn;
let admin: Caller;
const wrap =
  "if (url.includes('/blog/cursed')) throw new Error('no such component'); return real(url, locals, body);";

beforeAll(async () => {
  const build = buildVariant('cursed', wrap);
  site = await startTestSite({
    markdown: createPlainMarkdown(),
    config: { buildFolder: build.folder },
  });
  build.remove();
  origin = await site.listen();
  owner = await signedInAs(site, { role: 'admin' });
  admin = callerOf(site.app, owner);
});
afterAll(() => site.close());

/** Opens the stream of events as a browser does. */
async function openStream(): Promise<{ progressEvents: JobProgress[]; close: () => void }> {
  const abort = new AbortController();
  const response = await fetch(`${origin}/api/events?channel=jobs`, {
    headers: owner.headers,
    signal: abort.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const progressEvents: JobProgress[] = [];
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true });
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        const data = /^event: jobs\ndata: (.+)$/.exec(event)?.[1];
        if (data) progressEvents.push(jobProgress.parse(JSON.parse(data)));
      }
    }
  };
  read().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error;
  });
  return { progressEvents, close: () => abort.abort() };
}

async function follow(what: () => Promise<number | null>): Promise<JobProgress[]> {
  const stream = await openStream();
  const job = await what();
  const mine = () => stream.progressEvents.filter((progress) => progress.job === job);
  await until('the job ended', () =>
    mine().some(({ step }) => step === 'done' || step === 'failed'),
  );
  stream.close();
  return mine();
}

const jobOf = async (what: string, payload?: object): Promise<number> => {
  const response = await admin(what, payload);
  expect([what, response.statusCode < 300]).toEqual([what, true]);
  return response.json().job;
};
const article = async (title: string) => {
  const images = await coverByApi(admin);
  return jobOf('POST /api/articles', { ...publishable, title, images });
};

describe('the stream of events', () => {
  it('reports the steps of a publication: queued, rendering, live with link and time, done', async () => {
    const progressEvents = await follow(() => article('Größe'));
    expect(progressEvents.map(({ step }) => step)).toEqual(['queued', 'rendering', 'live', 'done']);
    const live = progressEvents.find((progress) => progress.step === 'live');
    expect(live).toMatchObject({ path: '/blog/grosse', visible: true });
    expect(live?.milliseconds).toBeGreaterThan(0);
    const page = await fetch(origin + live?.path);
    expect([page.status, (await page.text()).includes('<h1>Größe</h1>')]).toEqual([200, true]);
  });

  it('reports a page as live only once it is served', async () => {
    const seen: number[] = [];
    const stop = site.context.publisher.subscribe((progress) => {
      if (progress.step !== 'live') return;
      void site.app.inject(progress.path).then((response) => seen.push(response.statusCode));
    });
    for (let number = 0; number < 10; number += 1) await article(`Quick ${number}`);
    await until('all were looked at', () => seen.length === 10);
    stop();
    expect(seen).toEqual(Array(10).fill(200));
  });

  it('reports that a change removed a page', async () => {
    const { _id } = await createByApi(admin, { title: 'Short life' });
    await site.settled();
    const progressEvents = await follow(() => jobOf(`DELETE /api/articles/${_id}`));
    expect(progressEvents.find(({ step }) => step === 'live')).toMatchObject({
      path: '/blog/short-life',
      visible: false,
    });
  });

  it('reports a failure with its reason, which is stored with the job', async () => {
    const progressEvents = await follow(() => article('Cursed'));
    expect(progressEvents.map(({ step }) => step)).toEqual(['queued', 'rendering', 'failed']);
    const [{ job } = { job: 0 }] = progressEvents;
    expect(progressEvents.at(-1)).toMatchObject({ reason: 'no such component' });
    expect((await admin(`GET /api/jobs/${job}`)).json()).toMatchObject({
      state: 'failed',
      error: 'no such component',
      finishedAt: expect.any(String),
    });
    expect((await site.app.inject('/blog/cursed')).statusCode).toBe(404);
  });

  it('lists a failed publication until a later one succeeds', async () => {
    const { _id } = await createByApi(admin, { title: 'Doomed', slug: 'cursed-as-well' });
    await site.settled();
    const failed = async () => (await admin('GET /api/jobs/failed')).json().jobs;
    const listed = (await failed()).filter(({ title }: { title: string }) => title === 'Doomed');
    expect(listed).toMatchObject([{ article: _id, error: 'no such component', state: 'failed' }]);
    const [{ id }] = listed;
    expect((await admin(`POST /api/jobs/${id}/retry`)).statusCode).toBe(200);
    await until('it has failed once more', async () => {
      const { attempts, state } = (await admin(`GET /api/jobs/${id}`)).json();
      return attempts === 2 && state === 'failed';
    });
    await admin(`PUT /api/articles/${_id}`, { slug: 'blessed' });
    await site.settled();
    expect(JSON.stringify(await failed())).not.toContain('Doomed');
    expect((await admin('POST /api/jobs/999999/retry')).statusCode).toBe(404);
  });

  it('lists comments that could not be rendered into their page, until that succeeds', async () => {
    const { _id } = await createByApi(admin, { title: 'Talked about', slug: 'talked' });
    await site.settled();
    // From now on, every rendering of the page fails.
    await admin(`PUT /api/articles/${_id}`, { slug: 'cursed-talk' });
    await site.settled();
    const commentResponse = await admin(`POST /api/articles/${_id}/comments`, {
      comment: 'Hear me',
    });
    expect(commentResponse.statusCode).toBe(201);
    await site.settled();
    const followUpJobs = async () => (await admin('GET /api/jobs/failed')).json().followUpJobs;
    expect(await followUpJobs()).toMatchObject([
      { kind: 'comments', article: _id, title: 'Talked about', error: 'no such component' },
    ]);
    const [{ id }] = await followUpJobs();
    expect((await admin(`POST /api/jobs/${id}/retry`)).statusCode).toBe(200);
    await site.settled();
    expect(await followUpJobs()).toMatchObject([{ id, attempts: 2 }]);
    await admin(`PUT /api/articles/${_id}`, { slug: 'blessed-talk' });
    await site.settled();
    expect(await followUpJobs()).toEqual([]);
    // One that succeeds when it is tried again makes up for itself.
    site.context.database.raw
      .prepare("UPDATE jobs SET state = 'failed', error = 'ENOENT', id = id + 1000 WHERE id = ?")
      .run(id);
    const [again] = await followUpJobs();
    expect(again).toMatchObject({ kind: 'comments', error: 'ENOENT' });
    expect((await admin(`POST /api/jobs/${again.id}/retry`)).statusCode).toBe(200);
    await until('it is done', async () => {
      return (await admin(`GET /api/jobs/${again.id}`)).json().state === 'done';
    });
    expect(await followUpJobs()).toEqual([]);
  });

  it('sends the same events to every window', async () => {
    const other = await openStream();
    const progressEvents = await follow(() => article('Sent twice'));
    const [{ job } = { job: 0 }] = progressEvents;
    await until('the other has it too', () =>
      other.progressEvents.some((progress) => progress.job === job && progress.step === 'done'),
    );
    other.close();
    expect(other.progressEvents.filter((progress) => progress.job === job)).toEqual(progressEvents);
  });

  it('is limited to admins', async () => {
    expect((await site.app.inject('/api/events?channel=jobs')).statusCode).toBe(401);
    const { headers } = await signedInAs(site);
    const response = await site.app.inject({ url: '/api/events?channel=jobs', headers });
    expect([response.statusCode, response.json()]).toMatchObject([403, { code: 'NOT_ADMIN' }]);
  });

  it('does not delay the shutdown of the server', async () => {
    const stream = await openStream();
    // As a browser opens it ahead of requests.
    const waiting = connect(Number(new URL(origin).port), '127.0.0.1');
    await once(waiting, 'connect');
    await Promise.all([once(waiting, 'close'), site.stop()]);
    stream.close();
  });
});
