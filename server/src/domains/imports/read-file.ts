/** Reads the records of an import file piece by piece, in a separate child process that keeps the position (`work-file.ts`). */
import { detectFormat, guessColumns, HEAD_BYTES, type DetectedFormat } from '@fundus/importer/detect';
import { readRecords, type Format, type ImportedRecord, type ImportOptions } from '@fundus/importer/import-records';

/** Milliseconds after which a batch is returned even if it is not full. */
const BATCH_MS = 1_000;

type Guessed = DetectedFormat & { columns: ReturnType<typeof guessColumns> };

/** Detects the format of a file by its beginning, and the columns of a table. Returns null if the format is unknown. */
export async function detect(content: Uint8Array): Promise<Guessed | null> {
  const detected = await detectFormat(content.subarray(0, HEAD_BYTES));
  return detected && { ...detected, columns: detected.table ? guessColumns(detected.table.headers) : {} };
}

export type Batch = {
  records: ImportedRecord[];
  /**
   * Reason why the batch ended. `bytes` means that the next piece of the file is needed, and `time` that the time limit or the maximum number of
   * records was reached. `over` means that the file has ended.
   */
  stopped: 'bytes' | 'time' | 'over';
};

let reading: Reading | undefined;

/** Starts reading a file and skips its first `skip` records. */
export async function beginFile(format: Format, options: ImportOptions, skip: number): Promise<void> {
  reading = new Reading(format, options, skip);
}

/** Returns up to `most` records. `piece` is the next piece of the file, null at its end, or undefined to continue with the pieces received so far. */
export async function readNextRecords(piece: Uint8Array | null | undefined, most: number): Promise<Batch> {
  if (!reading) throw new Error('no file was started');
  if (piece !== undefined) reading.feed(piece);
  return reading.read(most);
}

class Reading {
  private readonly records: AsyncGenerator<ImportedRecord>;
  private next: Promise<IteratorResult<ImportedRecord>> | undefined;
  private pieces: (Uint8Array | null)[] = [];
  private fed = Promise.withResolvers<void>();
  /** Resolves when the reader needs the next piece. */
  private hungry = Promise.withResolvers<'bytes'>();
  private skip: number;

  constructor(format: Format, options: ImportOptions, skip: number) {
    this.skip = skip;
    this.records = readRecords(format, this.source(), options);
  }

  feed(piece: Uint8Array | null): void {
    this.pieces.push(piece);
    this.hungry = Promise.withResolvers();
    this.fed.resolve();
    this.fed = Promise.withResolvers();
  }

  async read(most: number): Promise<Batch> {
    const started = performance.now();
    const records: ImportedRecord[] = [];
    while (records.length < most && performance.now() - started < BATCH_MS) {
      this.next ??= this.records.next();
      const outcome = await Promise.race([this.next, this.hungry.promise]);
      if (outcome === 'bytes') return { records, stopped: 'bytes' };
      this.next = undefined;
      if (outcome.done) return { records, stopped: 'over' };
      if (this.skip > 0) this.skip -= 1;
      else records.push(outcome.value);
    }
    return { records, stopped: 'time' };
  }

  private async *source(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = this.pieces.shift();
      if (piece === null) return;
      if (piece) yield piece;
      else {
        const { promise } = this.fed;
        this.hungry.resolve('bytes');
        await promise;
      }
    }
  }
}
