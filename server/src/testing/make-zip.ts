/** Writes ZIP archives byte by byte, including archives that current programs do not create. */
import { crc32, deflateRawSync } from 'node:zlib';

export type ZipPart = {
  name: string | Buffer;
  content?: string | Uint8Array;
  flags?: number;
  host?: number;
  extra?: Buffer;
  method?: number;
  mode?: number;
};

/** Returns an archive. Entries with method 8 are compressed, and all others are stored. Names given as text are written in UTF-8. */
export function makeZip(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content = '', flags = 0, host = 3, extra = Buffer.alloc(0), method = 0, mode = 0 } of parts) {
    const plain = Buffer.from(content as string);
    const packed = method === 8 ? deflateRawSync(plain) : plain;
    // The data of an encrypted entry starts with a header of twelve bytes.
    const bytes = flags & 1 ? Buffer.concat([Buffer.alloc(12), packed]) : packed;
    const raw = Buffer.from(name as string);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(plain), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(plain.length, 18);
    common.writeUInt16LE(raw.length, 22);
    common.writeUInt16LE(extra.length, 24);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(mode * 0x10000, 6);
    tail.writeUInt32LE(at, 10);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, raw, extra, bytes]);
    directory.push(Buffer.concat([Buffer.from([0x50, 0x4b, 1, 2, 20, host]), common, tail, raw, extra]));
    files.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...files, central, end]);
}

/** Returns the extra field that contains the name in UTF-8 (Info-ZIP). */
export function unicodePath(raw: Buffer, name: string): Buffer {
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x7075, 0);
  field.writeUInt16LE(5 + Buffer.byteLength(name), 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(crc32(raw), 5);
  return Buffer.concat([field, Buffer.from(name)]);
}
