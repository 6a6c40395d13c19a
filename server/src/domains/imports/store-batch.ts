/** Stores a batch of records or simulates storing it. Used by imports, harvests and the command line. */
import { RecordLicence, type MediaRecord } from '@fundus/contract/catalogue/catalogue';
import { today } from '@fundus/contract/days';
import { refuse } from '@fundus/importer/refusal';
import { countNote, countRefusal, countStored, type ImportReport } from '@fundus/importer/report';
import { z } from 'zod';
import type { Db } from '../../db/open.ts';
import type { Portal } from '../../http/context.ts';
import { findHolders } from '../licences/index.ts';
import { findSameWorks, previewIngest, previewRetire, ingest, markDeliveredAgain, readKnownRows, retireGone } from '../catalogue/index.ts';
import { findUnprefixedIdentifiers, createOwnershipCheck, restoreUnprefixedIdentifier, type Owner } from './owner.ts';
import { insertOwned } from './owner-repository.ts';

/** Command-line arguments for storing records. */
export const STORE_ARGS = {
  dryRun: z.boolean().default(false),
  /** Licence of records that have none: `free`, `none`, `district:ID` or `school:ID`. */
  licence: z
    .string()
    .regex(/^(free|none|(district|school):.+)$/)
    .optional(),
  /** Treatment of works that already exist under another identifier. */
  same: z.enum(['report', 'skip']).optional(),
};
type StoreArgs = z.output<z.ZodObject<typeof STORE_ARGS>>;

export type Line = { line: number; record: MediaRecord };
/** Numbers of affected media. `unlicensed` counts media that need a licence and have none. */
type Stored = { gone: number; same: number; unlicensed: number };

type More = {
  /** Identifiers that the source has deleted. */
  gone?: readonly string[];
  /** Owner of the records. Undefined for the operator's command line, which may change all records. */
  owner?: Owner | undefined;
  /** Runs in the same transaction. Rolls it back by throwing. */
  also?: (db: Db, stored: Stored) => Promise<void>;
};

/** Stores a batch. Rejects records that belong to another source or to the catalogue. */
export async function storeBatch(
  { db, now }: Portal,
  lines: readonly Line[],
  { licence, dryRun, same }: StoreArgs,
  report: ImportReport,
  { gone: named = [], owner, also = async () => {} }: More = {},
): Promise<Stored> {
  const bare = await findUnprefixedIdentifiers(db, owner, [
    ...lines.flatMap(({ record }) => [record.identifier, ...(record.set_of == null ? [] : [record.set_of])]),
    ...named,
  ]);
  const all = lines.map((each) => restoreUnprefixedIdentifier(each.record, bare));
  const deleted = named.map((identifier) => bare.get(identifier) ?? identifier);
  const alike = same ? await findSameWorks(db, all) : [];
  const options = { today: today(now()), ...(licence && { licence: licenceOf(licence) }) };
  const lineOf = new Map(lines.map((each, i) => [all[i]!.identifier, each.line]));
  return db.transaction().execute(async (trx) => {
    const known = await readKnownRows(trx, all);
    const { mayStore, mayTakeOut } = await createOwnershipCheck(trx, owner, { records: all, gone: deleted, known: new Set(known.keys()) });
    for (const [i, { identifier }] of all.entries())
      if (!mayStore(identifier)) countRefusal(report, lines[i]!.line, refuse('identifier', 'other_source', identifier));
    const own = all.filter(({ identifier }) => mayStore(identifier));
    const merged = [...known].flatMap(([identifier, { merged_into: into }]) =>
      into === null || !mayStore(identifier) ? [] : [[identifier, into] as const],
    );
    for (const [identifier, other] of new Map([...alike, ...merged]))
      countNote(report, refuse('identifier', 'same', `${identifier} = ${other}`));
    const left = new Map([...(same === 'skip' ? alike : []), ...merged]);
    const records = own.filter(({ identifier }) => !left.has(identifier));
    const { counts, refusals } = await (dryRun ? previewIngest : ingest)(trx, records, options, known);
    const refused = new Set(refusals.map(({ identifier }) => identifier));
    if (!dryRun && owner && owner !== 'none' && records.length > 0)
      await insertOwned(
        trx,
        records.flatMap(({ identifier }) => (refused.has(identifier) ? [] : identifier)),
        owner,
      );
    if (merged.length > 0 && !dryRun)
      await markDeliveredAgain(
        trx,
        merged.map(([identifier]) => identifier),
      );
    const needing = records.filter((record) => needsLicence(record, options.licence)).map(({ identifier }) => identifier);
    const holders = await findHolders(trx, needing);
    const unlicensed = needing.filter((identifier) => !holders.has(identifier)).length;
    const out = deleted.filter(mayTakeOut);
    const stored = { gone: dryRun ? await previewRetire(trx, out) : await retireGone(trx, out, now()), same: left.size, unlicensed };
    countStored(report, counts);
    for (const { identifier, field, target } of refusals)
      countRefusal(report, lineOf.get(identifier) ?? 0, refuse(field, 'unknown', target));
    await also(trx, stored);
    return stored;
  });
}

/** Returns whether a record is not free and has no licence, so that its users need one. */
const needsLicence = ({ licences }: MediaRecord, otherwise: RecordLicence | undefined): boolean => {
  const brought = licences.length > 0 ? licences : otherwise ? [otherwise] : [];
  return brought.length > 0 && brought.every(({ scope }) => scope === 'none');
};

function licenceOf(text: string): RecordLicence {
  const [scope, target] = text.split(/:(.*)/s);
  return RecordLicence.parse({ scope, ...(target && { target }) });
}
