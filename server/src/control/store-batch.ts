/** A batch of records goes into the catalogue, or only seems to: what import and harvest have in common. */
import { RecordLicence, type MediaRecord } from '@fundus/contract/catalogue/catalogue';
import { today } from '@fundus/contract/days';
import { refuse } from '@fundus/importer/refusal';
import { countNote, countRefusal, countStored, type ImportReport } from '@fundus/importer/report';
import { z } from 'zod';
import { findSame, ingest, retireGone } from '../domains/catalogue/index.ts';
import type { Portal } from '../http/context.ts';

/** What both commands are asked with. */
export const STORE_ARGS = {
  dryRun: z.boolean().default(false),
  /** `free`, `none`, `district:ID` or `school:ID` for records that name no licence. */
  licence: z
    .string()
    .regex(/^(free|none|(district|school):.+)$/)
    .optional(),
  /** Whether works that are there under another identifier are looked for, and left out. */
  same: z.enum(['report', 'skip']).optional(),
};
type StoreArgs = z.output<z.ZodObject<typeof STORE_ARGS>>;

export type Line = { line: number; record: MediaRecord };

/** Undoes a batch of a dry run. */
class Undo extends Error {}

/** `gone` are identifiers their source has no more; gives how many of them were there. */
export async function storeBatch(
  { db, now }: Portal,
  lines: readonly Line[],
  { licence, dryRun, same }: StoreArgs,
  report: ImportReport,
  gone: readonly string[] = [],
): Promise<number> {
  if (lines.length === 0 && gone.length === 0) return 0;
  const all = lines.map((each) => each.record);
  const known = same ? await findSame(db, all) : new Map<string, string>();
  for (const [identifier, other] of known) countNote(report, refuse('identifier', 'same', `${identifier} = ${other}`));
  const records = same === 'skip' ? all.filter(({ identifier }) => !known.has(identifier)) : all;
  const options = { today: today(now()), ...(licence && { licence: licenceOf(licence) }) };
  let outcome: Awaited<ReturnType<typeof ingest>> | undefined;
  let takenOut = 0;
  try {
    await db.transaction().execute(async (trx) => {
      outcome = await ingest(trx, records, options);
      takenOut = await retireGone(trx, gone, now());
      if (dryRun) throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  if (!outcome) return takenOut;
  countStored(report, outcome.counts);
  const lineOf = new Map(lines.map((each) => [each.record.identifier, each.line]));
  for (const { identifier, field, target } of outcome.refusals)
    countRefusal(report, lineOf.get(identifier) ?? 0, refuse(field, 'unknown', target));
  return takenOut;
}

function licenceOf(text: string): RecordLicence {
  const [scope, target] = text.split(/:(.*)/s);
  return RecordLicence.parse({ scope, ...(target && { target }) });
}
