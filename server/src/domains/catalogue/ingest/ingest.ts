/** Imports records from all sources. The records of a batch are compared, stored and logged in one transaction. */
import { createHash } from 'node:crypto';
import type { MediaRecord, RecordLicence } from '@fundus/contract/catalogue/catalogue';
import type { Db } from '../../../db/open.ts';
import { logChanges } from '../../../search/change-log-repository.ts';
import { storeRecordLicences, type RecordLicenceRow } from '../../licences/index.ts';
import { findBreaks } from '../hyphens.ts';
import {
  findSequencesByHand,
  countExisting,
  findKnown,
  listOwners,
  replaceFiles,
  replaceSequences,
  findSameItems,
  retireItems,
  storeItems,
  type KnownRows,
} from './ingest-repository.ts';

export type IngestCounts = { stored: number; changed: number; unchanged: number };
/** A rejected record. Either its licence references an unknown school or district, or its identifier belongs to own material of a school. */
export type IngestRefusal = { identifier: string; field: string; target: string };

type IngestOptions = {
  /** Licence of records without a licence. If it is not set, such records are free for everyone. */
  licence?: RecordLicence;
  /** Calendar day of records without a date. */
  today: string;
};

type IngestOutcome = { counts: IngestCounts; refusals: IngestRefusal[] };

/**
 * Stores a batch of records. Of several records with the same identifier, the last one is stored. A record with a licence for an unknown school or
 * district is rejected. Requires a transaction. The caller must wake the index afterwards. `known` is the result of `readKnown`.
 */
export async function ingest(db: Db, batch: readonly MediaRecord[], options: IngestOptions, known?: KnownRows): Promise<IngestOutcome> {
  const { rows, owners, ...outcome } = await compare(db, batch, options, known);
  if (rows.length) await writeRecords(db, rows, owners);
  return outcome;
}

/** Returns the result that `ingest` would have, without writing anything. */
export async function previewIngest(
  db: Db,
  batch: readonly MediaRecord[],
  options: IngestOptions,
  known?: KnownRows,
): Promise<IngestOutcome> {
  const { counts, refusals } = await compare(db, batch, options, known);
  return { counts, refusals };
}

/** Returns the stored state of the records in a batch. */
export const readKnownRows = (db: Db, batch: readonly MediaRecord[]): Promise<KnownRows> =>
  findKnown(
    db,
    batch.map(({ identifier }) => identifier),
  );

async function compare(db: Db, batch: readonly MediaRecord[], { licence, today }: IngestOptions, before?: KnownRows) {
  const known = before ?? (await readKnownRows(db, batch));
  const owners = await readOwners(db, batch, licence);
  const refusals: IngestRefusal[] = [];
  const byId = new Map<string, { record: MediaRecord; hash: string }>();
  for (const incoming of batch) {
    const record = incoming.licences.length || !licence ? incoming : { ...incoming, licences: [licence] };
    const unknown = record.licences.find((each) => !isKnown(each, owners));
    if (unknown) refusals.push({ identifier: record.identifier, field: 'licences.target', target: unknown.target ?? '' });
    else byId.set(record.identifier, { record, hash: hashOf(record) });
  }
  for (const identifier of byId.keys()) {
    if (!known.get(identifier)?.own) continue;
    byId.delete(identifier);
    refusals.push({ identifier, field: 'identifier', target: '' });
  }
  const fresh = [...byId.values()].filter(({ record, hash }) => known.get(record.identifier)?.content_hash !== hash);
  const rows = fresh.map(({ record, hash }) => ({
    record,
    hash,
    published: record.published ?? known.get(record.identifier)?.published ?? today,
  }));
  const changed = fresh.filter(({ record }) => known.has(record.identifier)).length;
  return { rows, owners, counts: { stored: fresh.length - changed, changed, unchanged: byId.size - fresh.length }, refusals };
}

/** Returns for new records the identifier of the same work in the catalogue or earlier in the batch. */
export async function findSameWorks(db: Db, records: readonly MediaRecord[]): Promise<Map<string, string>> {
  const works = records.map(({ identifier, fn_titel, year, fn_prodname, url, isbn, ean, doi }) => ({
    ...{ identifier, fn_titel, fn_prodname, year: year ?? null, url: url ?? null },
    ...{ isbn: isbn ?? null, ean: ean ?? null, doi: doi ?? null },
  }));
  const rows = records.length === 0 ? [] : await findSameItems(db, works);
  return new Map(rows.map(({ identifier, same }) => [identifier, same]));
}

/**
 * Retires media that their source no longer delivers, and returns their number. Requires a transaction. The caller must wake the index afterwards.
 */
export async function retireGone(db: Db, identifiers: readonly string[], now: Date): Promise<number> {
  const retired = identifiers.length === 0 ? [] : await retireItems(db, identifiers, now);
  await logChanges(db, retired);
  return retired.length;
}

/** Returns the number of media that `retireGone` would retire, without writing anything. */
export async function previewRetire(db: Db, identifiers: readonly string[]): Promise<number> {
  return identifiers.length === 0 ? 0 : countExisting(db, identifiers);
}

const hashOf = (record: MediaRecord): string => createHash('sha256').update(JSON.stringify(record)).digest('hex');

type Owners = { districts: Set<string>; schools: Map<string, string> };

async function readOwners(db: Db, batch: readonly MediaRecord[], licence: RecordLicence | undefined): Promise<Owners> {
  const needed = licence?.target !== undefined || batch.some((record) => record.licences.some((each) => each.target !== undefined));
  if (!needed) return { districts: new Set(), schools: new Map() };
  const { districts, schools } = await listOwners(db);
  return {
    districts: new Set(districts.map((row) => row.id)),
    schools: new Map(schools.flatMap((row) => [[row.number, row.id] as const, [row.id, row.id] as const])),
  };
}

function isKnown({ scope, target = '' }: RecordLicence, { districts, schools }: Owners): boolean {
  if (scope === 'district') return districts.has(target);
  return scope !== 'school' || schools.has(target);
}

async function writeRecords(
  db: Db,
  fresh: readonly { record: MediaRecord; hash: string; published: string }[],
  owners: Owners,
): Promise<void> {
  const ids = fresh.map(({ record }) => record.identifier);
  const items = fresh.map(({ record: { files: _f, sequences: _s, licences, ...item }, hash, published }) => ({
    ...item,
    published,
    // A medium without a licence is free for everyone.
    free: licences.length === 0,
    content_hash: hash,
    breaks: findBreaks(item),
  }));
  const before = new Set(await storeItems(db, items));
  await writeParts(
    db,
    fresh.map(({ record }) => record),
    { before, owners },
  );
  await logChanges(db, ids);
}

/** Replaces the files, sequences and licences of records. `before` are the media that existed before. */
async function writeParts(
  db: Db,
  records: readonly MediaRecord[],
  { before, owners }: { before: ReadonlySet<string>; owners: Owners },
): Promise<void> {
  const manual = before.size > 0 ? await findSequencesByHand(db, [...before]) : new Set<string>();
  const followed = records.filter(({ identifier }) => !manual.has(identifier));
  const files = records.flatMap(({ identifier, files }) => files.map((file, rank) => ({ identifier, rank, ...file })));
  const sequences = followed.flatMap(({ identifier, sequences }) => sequences.map((sequence, rank) => ({ identifier, rank, ...sequence })));
  const licences = records.flatMap(({ identifier, licences }) =>
    licences.flatMap((licence) => (licence.scope === 'none' ? [] : licenceRow(identifier, licence, licence.scope, owners))),
  );
  await replaceFiles(db, [...before], files);
  await replaceSequences(
    db,
    [...before].filter((identifier) => !manual.has(identifier)),
    sequences,
  );
  await storeRecordLicences(db, [...before], licences);
}

const licenceRow = (identifier: string, licence: RecordLicence, scope: RecordLicenceRow['scope'], owners: Owners): RecordLicenceRow => ({
  identifier,
  scope: licence.assign && licence.seats > 0 && scope !== 'free' ? 'volume' : scope,
  district_id: scope === 'district' ? (licence.target ?? null) : null,
  school_id: scope === 'school' ? (owners.schools.get(licence.target ?? '') ?? null) : null,
  valid_from: licence.valid_from ?? null,
  valid_to: licence.valid_to ?? null,
  seats: licence.seats,
  audience: licence.audience,
  rights: licence.rights,
});
