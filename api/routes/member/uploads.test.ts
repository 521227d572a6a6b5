import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { purgeUnusedAvatars } from '../../services/media/uploads.ts';
import {
  type Caller,
  callerOf,
  createByApi,
  type SignedIn,
  signedInAs,
} from '../../testing/api-caller.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { type UploadPart, uploadForm } from '../../testing/upload-form.ts';

let test: TestApp;
let ann: SignedIn;
let call: Caller;
beforeEach(async () => {
  test = await buildTestApp({ config: { rateLimits: true } });
  ann = await signedInAs(test);
  call = callerOf(test.app, ann);
});
afterEach(() => test.close());

async function upload(parts: UploadPart | UploadPart[], who: Caller = call, query = '') {
  const { body, headers } = uploadForm([parts].flat());
  return who(`POST /api/upload${query}`, body, headers);
}

/** Every file of the store, below its folder. */
const stored = () => {
  const folder = path.join(test.context.config.dataFolder, 'uploads');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
};

const testImage = (width = 60, height = 40) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
const png = () => testImage().png().toBuffer();

/** A PNG of one colour whose header and rows say any size; the rows are true, and tiny when packed. */
function flatPng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const out = Buffer.alloc(named.length + 8);
    out.writeUInt32BE(data.length, 0);
    named.copy(out, 4);
    out.writeUInt32BE(crc32(named), named.length + 4);
    return out;
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const rows = Buffer.alloc(height * (Math.ceil(width / 8) + 1));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

async function exactly(bytes: number): Promise<Buffer> {
  const image = await png();
  return Buffer.concat([image, Buffer.alloc(bytes - image.length)]);
}

const html = '<html><script>alert(1)</script></html>';
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

describe('an invalid upload leaves no files:', () => {
  it.each<
    [string, number, string, () => UploadPart | UploadPart[] | Promise<UploadPart | UploadPart[]>]
  >([
    ['SVG', 400, 'File format is incorrect', () => ({ bytes: Buffer.from(svg), name: 'a.svg' })],
    [
      'SVG that is called PNG',
      400,
      'File format is incorrect',
      () => ({ bytes: Buffer.from(svg) }),
    ],
    [
      'GIF',
      400,
      'File format is incorrect',
      async () => ({ bytes: await testImage().gif().toBuffer(), type: 'image/png' }),
    ],
    [
      'WebP',
      400,
      'File format is incorrect',
      async () => ({ bytes: await testImage().webp().toBuffer() }),
    ],
    ['PDF', 400, 'File format is incorrect', () => ({ bytes: Buffer.from('%PDF-1.7\n%%EOF') })],
    [
      'HTML with the name and the type of a JPEG',
      400,
      'File format is incorrect',
      () => ({ bytes: Buffer.from(html), name: 'a.jpg', type: 'image/jpeg' }),
    ],
    [
      'HTML behind the first bytes of a JPEG',
      400,
      'File format is incorrect',
      () => ({ bytes: Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(html)]) }),
    ],
    [
      'a ZIP',
      400,
      'File format is incorrect',
      () => ({ bytes: Buffer.from('PK\u0003\u0004rest') }),
    ],
    ['nothing in it', 400, 'File not exist', () => ({ bytes: Buffer.alloc(0) })],
    ['no file at all', 400, 'File not exist', () => []],
    ['1,048,577 bytes', 413, 'Size too large', async () => ({ bytes: await exactly(1_048_577) })],
    [
      'half of a PNG',
      400,
      'File format is incorrect',
      async () => ({ bytes: (await png()).subarray(0, 900) }),
    ],
    [
      'half of a JPEG',
      400,
      'File format is incorrect',
      async () => ({ bytes: (await testImage().jpeg().toBuffer()).subarray(0, 700) }),
    ],
    ['268 megapixels', 413, 'Size too large', () => ({ bytes: flatPng(16_384, 16_384) })],
    ['65,536 pixels wide', 413, 'Size too large', () => ({ bytes: flatPng(65_536, 8) })],
    [
      'two files',
      400,
      'File format is incorrect',
      async () => [{ bytes: await png() }, { bytes: await png() }],
    ],
  ])('%s', async (_what, status, msg, make) => {
    const response = await upload(await make());
    expect([response.statusCode, response.json().msg]).toEqual([status, msg]);
    expect(response.json().fields).toEqual({ file: msg });
    expect(stored()).toEqual([]);
  });

  it('rejects requests that are not a form', async () => {
    expect((await call('POST /api/upload', { file: 'x' })).json().msg).toBe('File not exist');
    expect((await call('POST /api/upload')).json().msg).toBe('File not exist');
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    const broken = await call('POST /api/upload', '--x\r\ncontent-disposition: form', form);
    expect(broken.statusCode).toBe(400);
    expect(stored()).toEqual([]);
  });

  it('rejects guests', async () => {
    const own = { 'sec-fetch-site': 'same-origin' };
    const { body, headers } = uploadForm([{ bytes: await png() }]);
    const response = await callerOf(test.app)('POST /api/upload', body, { ...headers, ...own });
    expect([response.statusCode, stored()]).toEqual([401, []]);
  });
});

describe('an uploaded image', () => {
  it.each<[string, () => Promise<UploadPart>]>([
    ['of 1,048,576 bytes', async () => ({ bytes: await exactly(1_048_576) })],
    ['called me.php.png', async () => ({ bytes: await png(), name: 'me.php.png' })],
    ['called ../../me.png', async () => ({ bytes: await png(), name: '../../me.png' })],
    ['with another type than it says', async () => ({ bytes: await png(), type: 'text/html' })],
    [
      'with a script in its EXIF',
      async () => ({
        bytes: await testImage()
          .withExif({ IFD0: { Copyright: html } })
          .jpeg()
          .toBuffer(),
      }),
    ],
    [
      'with HTML behind its end',
      async () => ({
        bytes: Buffer.concat([await testImage().jpeg().toBuffer(), Buffer.from(html)]),
      }),
    ],
    [
      'with a ZIP behind its end',
      async () => ({ bytes: Buffer.concat([await png(), Buffer.from('PK\u0003\u0004<script>')]) }),
    ],
  ])(
    'is re-encoded from %s: squares under a random name, without metadata',
    async (_what, make) => {
      const response = await upload(await make());
      expect(response.statusCode).toBe(201);
      const { url, secure_url: secure, public_id: id } = response.json().result;
      expect([secure, id]).toEqual([url, expect.stringMatching(/^[a-z0-9]{16}$/)]);
      expect(url).toMatch(/^\/media\/avatars\/[0-9a-f]{32}-192\.webp$/);
      const names = stored().map((file) => path.basename(file).replace(/^[0-9a-f]{32}/, ''));
      expect(names.sort()).toEqual(
        [192, 48, 96].flatMap((side) => [`-${side}.avif`, `-${side}.webp`]),
      );
      for (const file of stored()) {
        expect(readFileSync(file).includes('script')).toBe(false);
        const { width, height, exif } = await sharp(file).metadata();
        expect([file, width, height, exif]).toEqual([file, height, width, undefined]);
      }
    },
  );

  it('is turned upright', async () => {
    const top = await testImage(100, 100).png().toBuffer();
    const source = await sharp({
      create: { width: 100, height: 200, channels: 3, background: '#ff0000' },
    })
      .composite([{ input: top, top: 0, left: 0 }])
      .withMetadata({ orientation: 3 })
      .jpeg()
      .toBuffer();
    await upload({ bytes: source });
    const shown = stored().find((file) => file.endsWith('-192.webp')) ?? '';
    const { dominant } = await sharp(shown)
      .extract({ left: 0, top: 0, width: 192, height: 60 })
      .stats();
    expect(dominant.r).toBeGreaterThan(200);
    expect(dominant.g).toBeLessThan(60);
  });

  it('is deleted when the member chooses another one', async () => {
    await upload({ bytes: await png() });
    await upload({ bytes: await png() });
    expect(stored()).toHaveLength(6);
  });

  it('is purged if its form is not saved within a day', async () => {
    await upload({ bytes: await png() });
    test.clock.advance(DAY_MS);
    await purgeUnusedAvatars(test.context);
    expect(stored()).toHaveLength(6);
    test.clock.advance(1);
    await purgeUnusedAvatars(test.context);
    expect(stored()).toEqual([]);
  });

  it('is limited to nine in half a minute', async () => {
    const bytes = Buffer.from('x');
    for (let count = 0; count < 9; count += 1) {
      expect((await upload({ bytes })).statusCode).toBe(400);
    }
    const refused = await upload({ bytes });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '30']);
    test.clock.advance(30_000);
    expect((await upload({ bytes })).statusCode).toBe(400);
  });
});

describe('deleting an image', () => {
  const avatar = async (who: Caller) => {
    const { result } = (await upload({ bytes: await png() }, who, '?folder=avatars')).json();
    expect((await who('PUT /api/user/profile', { avatar: result.public_id })).statusCode).toBe(200);
    return result.public_id as string;
  };

  it.each(['/api/destroy', '/api/destory'])('works for its owner at %s', async (address) => {
    const id = await avatar(call);
    expect((await call('GET /api/user/info')).json().users.avatar).not.toBeNull();
    expect((await call(`POST ${address}`, { public_id: id })).statusCode).toBe(200);
    expect((await call('GET /api/user/info')).json().users.avatar).toBeNull();
    expect(stored()).toEqual([]);
    expect((await call(`POST ${address}`, { public_id: id })).statusCode).toBe(404);
  });

  it('works for admins and returns 404 for other members', async () => {
    const id = await avatar(call);
    const bob = callerOf(test.app, await signedInAs(test));
    const theirs = await bob('POST /api/destroy', { public_id: id });
    const never = await bob('POST /api/destroy', { public_id: 'never' });
    expect([theirs.statusCode, theirs.body]).toEqual([404, never.body]);
    const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    expect((await admin('POST /api/destroy', { public_id: id })).statusCode).toBe(200);
  });

  it.each(['../site.db', '%2e%2e%2fsite.db', '/etc/passwd', '..%00', 'x/../../site.db'])(
    'finds nothing at %j',
    async (id) => {
      const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
      expect((await admin('POST /api/destroy', { public_id: id })).statusCode).toBe(404);
    },
  );

  it('is refused while an article uses it', async () => {
    const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    const { result } = (await upload({ bytes: await png() }, admin)).json();
    const markdown = `![An image](${result.url})\n`;
    const article = await createByApi(admin, { markdown, draft: true });
    const destroy = () => admin('POST /api/destroy', { public_id: result.public_id });
    expect((await destroy()).json().msg).toBe('This image is used by “A note on tests”.');
    const change = { markdown: 'None.\n' };
    const changed = await admin(`PUT /api/articles/${article._id}`, change);
    expect(changed.statusCode).toBe(200);
    expect((await destroy()).statusCode).toBe(200);
    expect(stored()).toEqual([]);
  });
});

describe('the media library', () => {
  it('holds other images than avatars, and is listed only for admins', async () => {
    const admin = callerOf(test.app, await signedInAs(test, { role: 'admin' }));
    const refused = await upload({ bytes: await png() }, call, '?folder=articles');
    expect([refused.statusCode, refused.json().msg]).toEqual([403, "You're not an admin"]);
    expect((await call('POST /api/allImages')).json().msg).toBe("You're not an admin");

    await upload({ bytes: await png() });
    test.clock.advance(1000);
    await upload({ bytes: await png() }, admin, '?folder=articles');
    const { resources } = (await admin('POST /api/allImages')).json().result;
    expect(resources.map(({ folder }: { folder: string }) => folder)).toEqual([
      'articles',
      'avatars',
    ]);
    expect(resources[0].secure_url).toMatch(/^\/media\/[0-9a-f]{32}\.png$/);
  });
});
