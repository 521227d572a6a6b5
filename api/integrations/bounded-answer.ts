/** Reads the body of a response. @throws Error if it exceeds the size limit */
export async function readBounded(response: Response, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > most) throw new Error('answered at too great length');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
