const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Chunks of image data. */
const pngChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'pHYs', 'IDAT', 'IEND']);

/** Start of scan; image data follows its header until the next marker. */
const SOS = 0xda;
const EOI = 0xd9;
const APP0 = 0xe0;
/** Markers of frames, tables and restart intervals, without APP1-15 and comments. */
const jpegMarkers = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd, APP0, SOS]);

/** True if a PNG or JPEG contains only image data: no metadata, comments or trailing bytes. */
export function hasNoMetadata(bytes: Buffer): boolean {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return isPngWithoutMetadata(bytes);
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 && isJpegWithoutMetadata(bytes);
}

function isPngWithoutMetadata(bytes: Buffer): boolean {
  for (let at = 8; at + 12 <= bytes.length; ) {
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (!pngChunks.has(type)) return false;
    at += 12 + bytes.readUInt32BE(at);
    if (type === 'IEND') return at === bytes.length;
  }
  return false;
}

function isJpegWithoutMetadata(bytes: Buffer): boolean {
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || !jpegMarkers.has(marker)) return false;
    const length = bytes.readUInt16BE(at + 2);
    // JFIF without a thumbnail has this length; longer segments may contain other data.
    if (marker === APP0 && (length !== 16 || bytes.toString('latin1', at + 4, at + 8) !== 'JFIF')) {
      return false;
    }
    at += 2 + length;
    if (marker === SOS) at = endOfScan(bytes, at);
    if (bytes[at] === 0xff && bytes[at + 1] === EOI) return at + 2 === bytes.length;
  }
  return false;
}

/**
 * Returns the position of the first marker after the data of a scan, which may contain stuffed
 * zeros and restarts.
 */
function endOfScan(bytes: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) return bytes.length;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at;
    at += 2;
  }
}
