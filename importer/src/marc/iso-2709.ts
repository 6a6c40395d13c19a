/** Reads MARC 21 in ISO 2709, the binary exchange format of libraries, encoded in MARC-8 or UTF-8. */
import { decodeMixed, isUtf8Text } from '../text-encoding/unicode-bytes.ts';
import type { MarcField, MarcRecord } from '../foreign/marcxml.ts';
import type { Source } from '../lines.ts';
import { decodeMarc8, isMarc8 } from './marc8.ts';

/** Maximum length of a record in bytes. The length in the leader has only five digits, but larger records occur. */
const MAX_RECORD = 4 * 1024 * 1024;

const LEADER = 24;
const ENTRY = 12;
const END_OF_RECORD = 0x1d;
const END_OF_FIELD = 0x1e;
const DELIMITER = '\u001f';

export type BinaryRecord = { record: MarcRecord; problem?: undefined } | { problem: string; record?: undefined };

/** Yields the records of a file. A record ends at its terminator, even if the length in its leader differs. */
export async function* readIso2709(source: Source): AsyncGenerator<BinaryRecord> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  const hold = (piece: Uint8Array): void => {
    size += piece.length;
    if (size <= MAX_RECORD) pieces.push(new Uint8Array(piece));
    else pieces = [];
  };
  const take = ({ cut = false } = {}): BinaryRecord | null => {
    const bytes = withoutBlanks(Buffer.concat(pieces));
    const read = size > MAX_RECORD ? { problem: `${size} bytes` } : parseRecord(bytes);
    [pieces, size] = [[], 0];
    // The length in the leader includes the terminator, which may be missing at the end of a file.
    return cut && read?.record && Number.parseInt(read.record.leader, 10) > bytes.length + 1 ? { problem: excerptOf(bytes) } : read;
  };
  for await (const chunk of source) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    let from = 0;
    for (let end = bytes.indexOf(END_OF_RECORD); end !== -1; end = bytes.indexOf(END_OF_RECORD, from)) {
      hold(bytes.subarray(from, end));
      const read = take();
      if (read) yield read;
      from = end + 1;
    }
    hold(bytes.subarray(from));
  }
  const last = take({ cut: true });
  if (last) yield last;
}

/** Removes a byte order mark, line ends and NUL characters before the leader. */
function withoutBlanks(bytes: Buffer): Buffer {
  let from = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (from < bytes.length && [0x0a, 0x0d, 0x00, 0x1a].includes(bytes[from]!)) from += 1;
  return bytes.subarray(from);
}

/** Returns a record, or `null` if the bytes between two records are blank. */
function parseRecord(bytes: Buffer): BinaryRecord | null {
  if (bytes.every((byte) => byte <= 0x20)) return null;
  const leader = bytes.toString('latin1', 0, LEADER);
  const directoryEnd = bytes.indexOf(END_OF_FIELD);
  if (directoryEnd < LEADER + ENTRY) return { problem: excerptOf(bytes) };
  const entries = readDirectory(bytes.toString('latin1', LEADER, directoryEnd));
  const fields = entries && fieldsOf(bytes, { entries, base: Number.parseInt(leader.slice(12, 17), 10), from: directoryEnd + 1 });
  if (!fields) return { problem: excerptOf(bytes) };
  const unicode = leader[9] === 'a' || isUtf8Text(bytes.subarray(directoryEnd));
  const decode = unicode || !isMarc8(bytes.subarray(directoryEnd)) ? decodeMixed : decodeMarc8;
  const controls = new Map<string, string>();
  const data: MarcField[] = [];
  for (const { tag, content } of fields) {
    const text = decode(content);
    if (tag < '010') controls.set(tag, text);
    else data.push(readField(tag, text));
  }
  return { record: { leader, controls, fields: data } };
}

const excerptOf = (bytes: Buffer): string => bytes.toString('latin1', 0, 60);

type Entry = { tag: string; length: number; start: number };

/** Returns the entries of the directory, or `null` if it is malformed. */
function readDirectory(directory: string): Entry[] | null {
  const entries: Entry[] = [];
  for (let at = 0; at + 3 <= directory.length; at += ENTRY) {
    const tag = directory.slice(at, at + 3);
    if (!/^[0-9A-Za-z]{3}$/.test(tag)) return null;
    entries.push({ tag, length: Number(directory.slice(at + 3, at + 7)), start: Number(directory.slice(at + 7, at + 12)) });
  }
  return entries.length > 0 ? entries : null;
}

type Field = { tag: string; content: Buffer };

/**
 * Returns the fields at the positions in the directory, if all positions are correct. They are wrong if a program re-encoded the record; fields are
 * then read in sequence, if their number matches.
 */
function fieldsOf(bytes: Buffer, { entries, base, from }: { entries: Entry[]; base: number; from: number }): Field[] | null {
  const end = (entry: Entry): number => base + entry.start + entry.length - 1;
  const ends = new Set<number>();
  for (let at = bytes.indexOf(END_OF_FIELD, from); at !== -1; at = bytes.indexOf(END_OF_FIELD, at + 1)) ends.add(at);
  const isRight = (entry: Entry): boolean =>
    ends.has(end(entry)) && (base + entry.start === from || ends.has(base + entry.start - 1)) && entry.length > 0;
  if (entries.every(isRight)) return entries.map((entry) => ({ tag: entry.tag, content: bytes.subarray(base + entry.start, end(entry)) }));
  const contents: Buffer[] = [];
  let start = from;
  for (const at of ends) {
    contents.push(bytes.subarray(start, at));
    start = at + 1;
  }
  if (start < bytes.length && bytes.subarray(start).some((byte) => byte > 0x20)) contents.push(bytes.subarray(start));
  return contents.length === entries.length ? contents.map((content, i) => ({ tag: entries[i]!.tag, content })) : null;
}

/** Splits a field into two indicators and its subfields. A field without a delimiter becomes a single subfield. */
function readField(tag: string, text: string): MarcField {
  const [indicators = '', ...parts] = text.split(DELIMITER);
  const read = parts.map((part) => ({ code: part[0] ?? '', text: part.slice(1).replace(/\s+/g, ' ').trim() }));
  return {
    tag,
    ind1: indicators[0] ?? ' ',
    ind2: indicators[1] ?? ' ',
    parts: read.length > 0 ? read : [{ code: 'a', text: indicators.trim() }],
  };
}

/** Returns whether a file starts like a MARC 21 record: with a length, a status, a record type and a base address. */
export const isIso2709 = (head: Uint8Array): boolean =>
  /^(?:\u00ef\u00bb\u00bf)?[\r\n]{0,8}\d{5}[a-z ][a-z ][a-z ].{2}22\d{5}.{3}[ 45]/i.test(
    Buffer.from(head.subarray(0, 64)).toString('latin1'),
  ) && head.includes(END_OF_FIELD);
