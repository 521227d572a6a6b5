import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { $sessionFlag, confirmSession } from './session.ts';

beforeEach(() => {
  const localStorage = { getItem: (key: string) => (key === 'session' ? 'member' : null) };
  vi.stubGlobal('window', { localStorage });
  $sessionFlag.set('member');
});
afterEach(() => {
  $sessionFlag.set(null);
  vi.unstubAllGlobals();
});

it('requests the session again after a response that it does not understand', async () => {
  vi.stubGlobal('fetch', async () => Response.json(null));
  await expect(confirmSession()).rejects.toThrow(TypeError);

  vi.stubGlobal('fetch', async () =>
    Response.json({ msg: 'Gone.', code: 'GONE' }, { status: 410 }),
  );
  await expect(confirmSession()).resolves.toEqual({ state: 'failed', reason: 'Gone.' });
});
