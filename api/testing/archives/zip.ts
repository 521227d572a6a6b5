import { crc32, deflateRawSync } from 'node:zlib';

/** One entry of a ZIP file. Omitted fields have the correct values. */
export interface ZipEntry {
  name: string;
  content?: Buffer | string;
  /** Unix mode with the kind of file, such as 0o120777 for a symbolic link. */
  mode?: number;
  /** Size in the header instead of the real size. */
  claimedSize?: number;
}

const FILE_MODE = 0o100644;
const UNIX = 3 << 8;
const NOTHING = deflateRawSync('');
/** 1980-01-01, the first date of the format. */
const DATE = 0x21;

/** Returns a ZIP file. Names of entries are not validated. */
export function packZip(entries: readonly ZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = '', mode = FILE_MODE, claimedSize } of entries) {
    const bytes = Buffer.from(content);
    const packed = bytes.length === 0 ? NOTHING : deflateRawSync(bytes);
    const fileName = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt16LE(DATE, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedSize ?? bytes.length, 18);
    common.writeUInt16LE(fileName.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, fileName, packed]);
    const centralFields = Buffer.alloc(14);
    centralFields.writeUInt32LE((mode << 16) >>> 0, 6);
    centralFields.writeUInt32LE(offset, 10);
    const versionMadeBy = Buffer.alloc(2);
    versionMadeBy.writeUInt16LE(UNIX | 20);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02'), versionMadeBy, common, centralFields, fileName]),
    );
    parts.push(local);
    offset += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 4);
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  const large =
    entries.length > 0xfffe ? countBeyond16Bits(entries.length, list.length, offset) : [];
  return Buffer.concat([...parts, list, ...large, Buffer.from('PK\x05\x06'), end]);
}

/** Returns the ZIP64 records, which hold counts beyond 16 bits. */
function countBeyond16Bits(count: number, bytes: number, offset: number): Buffer[] {
  const record = Buffer.alloc(52);
  record.writeBigUInt64LE(44n, 0);
  record.writeUInt16LE(45, 8);
  record.writeUInt16LE(45, 10);
  record.writeBigUInt64LE(BigInt(count), 20);
  record.writeBigUInt64LE(BigInt(count), 28);
  record.writeBigUInt64LE(BigInt(bytes), 36);
  record.writeBigUInt64LE(BigInt(offset), 44);
  const locator = Buffer.alloc(16);
  locator.writeBigUInt64LE(BigInt(offset + bytes), 4);
  locator.writeUInt32LE(1, 12);
  return [Buffer.from('PK\x06\x06'), record, Buffer.from('PK\x06\x07'), locator];
}
