/** Decodes the names of ZIP entries. Runs in a child process. */
import yauzl from 'yauzl';
import { decodeBytes, decodeUtf8, type Encoding } from '@fundus/importer/text-encoding/decode';
import { rankEncodings } from '@fundus/importer/text-encoding/detect-encoding';

type RawEntry = Pick<yauzl.Entry, 'extraFields' | 'fileNameRaw' | 'generalPurposeBitFlag'>;

const UTF8_FLAG = 0x800;
/** Id of the Info-ZIP Unicode Path extra field. */
const UNICODE_PATH = 0x7075;
/** DOS code pages come first: the format specifies CP437. */
const ENCODINGS: readonly Encoding[] = [
  ...(['cp850', 'cp437', 'windows-1252', 'macintosh', 'windows-1250', 'windows-1251', 'koi8-r'] as const),
  ...(['gb18030', 'big5', 'shift_jis', 'euc-kr'] as const),
];
/** Maximum size in bytes of the sample that determines the encoding. */
const MAX_SAMPLE = 16 * 1024;

/**
 * Returns the names of all entries. Names that are valid UTF-8 are UTF-8, whatever their flag is; the others have the encoding in which
 * all of them together look most like words. Backslashes are separators, repeated ones count once; a leading `./` or `/` is removed.
 */
export function entryNames(entries: readonly RawEntry[]): string[] {
  const certain = entries.map((entry) => unicodePath(entry) ?? decodeUtf8(entry.fileNameRaw));
  const others = entries.filter((_, i) => certain[i] === null).map(({ fileNameRaw }) => fileNameRaw);
  const encoding = others.length > 0 ? guessEncoding(others) : 'cp437';
  return entries.map(({ fileNameRaw }, i) => cleanPath(certain[i] ?? decodeBytes(fileNameRaw, encoding)));
}

function unicodePath({ extraFields, fileNameRaw }: RawEntry): string | null {
  if (!extraFields.some(({ id }) => id === UNICODE_PATH)) return null;
  // An extra field that does not match the name is ignored; the name is then decoded as UTF-8.
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

/** Returns the violated rule: the name leaves the folder (`path`), or file systems do not allow it (`name`). */
export function nameProblem(name: string): 'path' | 'name' | null {
  if (/^[a-z]:/i.test(name) || name.split('/').includes('..')) return 'path';
  // oxlint-disable-next-line no-control-regex
  if (name === '' || /[\x00-\x1f\x7f]/.test(name)) return 'name';
  return name.split('/').some((part) => Buffer.byteLength(part) > MAX_NAME) ? 'name' : null;
}
/** Maximum size in bytes of a name in file systems. */
const MAX_NAME = 255;
