/** Reads the parts of an office document from its ZIP archive. Limits the number of entries and the unpacked size. */
import { buffer } from 'node:stream/consumers';
import { invalid } from '@fundus/contract/errors';
import yauzl from 'yauzl';

const MAX_ENTRIES = 5_000;
/** Maximum unpacked size in bytes of one part; `MAX_TOTAL` limits all parts that are read. */
const MAX_PART = 120 * 1024 * 1024;
const MAX_TOTAL = 200 * 1024 * 1024;

export type Parts = {
  names: ReadonlySet<string>;
  /** Returns the content of a part, or `undefined` if it does not exist. Throws `validation_failed` (`expands`) if a limit is exceeded. */
  read(name: string): Promise<Buffer | undefined>;
};

/** Opens an archive. Throws `validation_failed` (`workbook`) if it is not a ZIP archive. */
export async function openParts(content: Uint8Array): Promise<Parts> {
  const zip = await open(Buffer.from(content)).catch(() => {
    throw invalid('content', 'workbook');
  });
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of eachEntry(zip)) {
    if (entries.size >= MAX_ENTRIES) throw invalid('content', 'expands');
    entries.set(entry.fileName, entry);
  }
  let total = 0;
  return {
    names: new Set(entries.keys()),
    async read(name) {
      const entry = entries.get(name);
      if (!entry) return undefined;
      total += entry.uncompressedSize;
      if (entry.uncompressedSize > MAX_PART || total > MAX_TOTAL) throw invalid('content', 'expands');
      if (entry.isEncrypted()) throw invalid('content', 'password');
      return readEntry(zip, entry).catch(() => {
        throw invalid('content', 'workbook');
      });
    },
  };
}

/** Opens the archive with yauzl, which fails if the unpacked size of an entry differs from the declared one. */
const open = (content: Buffer): Promise<yauzl.ZipFile> =>
  new Promise((resolve, reject) => {
    yauzl.fromBuffer(content, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => (error ? reject(error) : resolve(zip)));
  });

async function* eachEntry(zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  for (;;) {
    const entry = await new Promise<yauzl.Entry | null>((next, failed) => {
      zip.removeAllListeners();
      zip.once('entry', next);
      zip.once('end', () => next(null));
      zip.once('error', () => failed(invalid('content', 'workbook')));
      zip.readEntry();
    });
    if (!entry) return;
    yield entry;
  }
}

const readEntry = (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : buffer(stream).then(resolve, reject)));
  });
