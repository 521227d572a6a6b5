import fc from 'fast-check';
import { expect, it } from 'vitest';
import { safeFileName } from './product-files.ts';

it.each([
  ['template.zip', 'template.zip'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['/etc/cron.d/job', 'job'],
  ['..', 'file'],
  ['.', 'file'],
  ['', 'file'],
  ['.htaccess', 'htaccess'],
  ['a\0b.zip', 'ab.zip'],
  ['book\r\nSet-Cookie: a=b.pdf', 'bookSet-Cookie_ a=b.pdf'],
  ['say "hi".pdf', 'say _hi_.pdf'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['CON.txt', 'CON_.txt'],
  ['nul', 'nul_'],
  ['  spaced   out .zip  ', 'spaced out.zip'],
  ['Übersicht – 日本.pdf', 'Übersicht – 日本.pdf'],
  [`${'a'.repeat(300)}.zip`, `${'a'.repeat(116)}.zip`],
])('%j is called %j', (typed, name) => {
  expect(safeFileName(typed)).toBe(name);
});

it('is a single file name for any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (typed) => {
      const name = safeFileName(typed);
      expect(name).not.toMatch(/[/\\\p{Cc}<>:"|?*]|^\.|^$/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(201);
    }),
    { numRuns: 300 },
  );
});
