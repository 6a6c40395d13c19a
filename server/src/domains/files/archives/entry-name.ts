/** Decodes the names of ZIP entries. Runs in a child process. */
import yauzl from 'yauzl';
import { decodeBytes, decodeUtf8, type Encoding } from '@fundus/importer/text-encoding/decode';
import { rankEncodings } from '@fundus/importer/text-encoding/detect-encoding';

type RawEntry = Pick<yauzl.Entry, 'extraFields' | 'fileNameRaw' | 'generalPurposeBitFlag'>;

const UTF8_FLAG = 0x800;
/** Id of the Info-ZIP Unicode Path extra field. */
const UNICODE_PATH = 0x7075;
/** Possible encodings of names. DOS code pages come first, because the format specifies CP437. */
const ENCODINGS: readonly Encoding[] = [
  ...(['cp850', 'cp437', 'windows-1252', 'macintosh', 'windows-1250', 'windows-1251', 'koi8-r'] as const),
  ...(['gb18030', 'big5', 'shift_jis', 'euc-kr'] as const),
];
/** Maximum size in bytes of the sample that is used to determine the encoding. */
const MAX_SAMPLE = 16 * 1024;

/**
 * Returns the names of all entries. A name that is valid UTF-8 is decoded as UTF-8, whatever its flag. All other names are decoded with the encoding
 * in which they look most like words. Backslashes are treated as separators, repeated separators count once, and a leading `./` or `/` is removed.
 */
export function entryNames(entries: readonly RawEntry[]): string[] {
  const certain = entries.map((entry) => unicodePath(entry) ?? decodeUtf8(entry.fileNameRaw));
  const others = entries.filter((_, i) => certain[i] === null).map(({ fileNameRaw }) => fileNameRaw);
  const encoding = others.length > 0 ? guessEncoding(others) : 'cp437';
  return entries.map(({ fileNameRaw }, i) => cleanPath(certain[i] ?? decodeBytes(fileNameRaw, encoding)));
}

function unicodePath({ extraFields, fileNameRaw }: RawEntry): string | null {
  if (!extraFields.some(({ id }) => id === UNICODE_PATH)) return null;
  // If an extra field does not match the name, it is ignored and the name is decoded as UTF-8.
  return yauzl.getFileNameLowLevel(UTF8_FLAG, fileNameRaw, extraFields, false).includes('\uFFFD')
    ? null
    : yauzl.getFileNameLowLevel(UTF8_FLAG, fileNameRaw, extraFields, false);
}

function guessEncoding(names: readonly Buffer[]): Encoding {
  const sample: Buffer[] = [];
  let size = 0;
  for (const name of names) {
    sample.push(name, Buffer.from('\n'));
    size += name.length;
    if (size > MAX_SAMPLE) break;
  }
  return rankEncodings(Buffer.concat(sample).subarray(0, MAX_SAMPLE), ENCODINGS, null)[0]!.encoding;
}

const cleanPath = (name: string): string => name.replace(/[\\/]+/g, '/').replace(/^(?:\.?\/)+/, '');

/** Returns the rule that a name violates: `path` if it leaves the folder, `name` if file systems do not allow it. */
export function nameProblem(name: string): 'path' | 'name' | null {
  if (/^[a-z]:/i.test(name) || name.split('/').includes('..')) return 'path';
  // oxlint-disable-next-line no-control-regex
  if (name === '' || /[\x00-\x1f\x7f]/.test(name)) return 'name';
  return name.split('/').some((part) => Buffer.byteLength(part) > MAX_NAME) ? 'name' : null;
}
/** Maximum size of a name in bytes, as in most file systems. */
const MAX_NAME = 255;
