/** Command `holidays add`: adds school holidays of later school years (docs/operate/configuration.md#school-holidays). */
import { readFile } from 'node:fs/promises';
import { HolidayFile } from '@fundus/contract/lending/calendar/land-holidays';
import { z } from 'zod';
import { addHolidays } from '../../domains/lending/index.ts';
import { OperatorError } from '../../operator-error.ts';
import type { CommandIo } from '../claim.ts';
import type { Running } from '../running.ts';

export const HolidayArgs = z.object({ file: z.string().min(1) });

/** Adds all school years of a JSON file, or none. Reports an invalid value with its path in the file. */
export async function addHolidayFile({ portal }: Running, { file }: z.output<typeof HolidayArgs>, io: CommandIo): Promise<number> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new OperatorError(error instanceof SyntaxError ? `${file} is not valid JSON: ${error.message}` : `${file} cannot be read`);
  }
  const { lands, years, periods } = await portal.db.transaction().execute((db) => addHolidays(db, HolidayFile.parse(content)));
  io.line(`${periods} periods of ${years} school years in ${lands} Länder added`);
  return 0;
}
