/** Reads MARC 21 files in ISO 2709. A damaged record is rejected without affecting others. */
import { readMarcRecord } from '../../foreign/marcxml.ts';
import type { Source } from '../../lines.ts';
import { readIso2709 } from '../../marc/iso-2709.ts';
import type { Outcome } from '../../record.ts';
import { refuse } from '../../refusal.ts';
import { mapForeign, type ForeignOptions } from './map.ts';

/** Yields the records of a file. `line` is the number of the record, because a binary file has no lines. */
export async function* readMarcFile(source: Source, options: ForeignOptions): AsyncGenerator<{ line: number } & Outcome> {
  let line = 0;
  for await (const { record, problem } of readIso2709(source)) {
    line += 1;
    if (record) yield { line, ...mapForeign(readMarcRecord(record), options) };
    else yield { line, refusal: refuse('line', 'marc', problem) };
  }
}
