import { createSign, type KeyObject } from 'node:crypto';

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const BITS = 0x03;
const OBJECT = 0x06;
const TEXT = 0x0c;
const TIME = 0x18;

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const size: number[] = [];
  for (let rest = body.length; rest > 0; rest >>= 8) size.unshift(rest & 0xff);
  const length = body.length < 0x80 ? [body.length] : [0x80 | size.length, ...size];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

const object = (hex: string) => der(OBJECT, Buffer.from(hex, 'hex'));
const sha256WithRsa = der(SEQUENCE, object('2a864886f70d01010b'), Buffer.from('0500', 'hex'));
const named = (name: string) =>
  der(SEQUENCE, der(SET, der(SEQUENCE, object('550403'), der(TEXT, Buffer.from(name)))));
const time = (text: string) => der(TIME, Buffer.from(text));

/** A certificate that a key gives to itself, as PEM: what a service would sign its news with. */
export function makeCertificate(
  keys: { publicKey: KeyObject; privateKey: KeyObject },
  { from = '20200101000000Z', until = '21200101000000Z' } = {},
): string {
  const body = der(
    SEQUENCE,
    der(INTEGER, Buffer.from([1])),
    sha256WithRsa,
    named('messageverificationcerts.example'),
    der(SEQUENCE, time(from), time(until)),
    named('messageverificationcerts.example'),
    keys.publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('RSA-SHA256').update(body).sign(keys.privateKey);
  const bits = der(BITS, Buffer.from([0]), signature);
  const base64 = der(SEQUENCE, body, sha256WithRsa, bits).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
