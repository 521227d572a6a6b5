export const pixelPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface UploadPart {
  bytes: Buffer;
  name?: string;
  type?: string;
}

/** Returns a multipart form as browsers send it. */
export function uploadForm(parts: UploadPart[]): {
  body: Buffer;
  headers: Record<string, string>;
} {
  const boundary = 'between-the-parts';
  const pieces = parts.flatMap(({ bytes, name = 'me.png', type = 'image/png' }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return {
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
