/** Ownership of records. Each source can change and remove only its own (docs/behaviour/imports.md#sources). */
import type { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import type { Db } from '../../db/open.ts';
import { findUnprefixed, findOwners, listPrefixes } from './owner-repository.ts';

/**
 * Owner of records. `adopts` is true for the operator's command line, which can also change media without a source. `none` is a district's file
 * without a source.
 */
export type Owner = { prefix: string; districtId: string | null; adopts?: boolean } | 'none';

type Named = { identifier: string };

/** Returns records that an earlier version stored without the prefix. They keep their identifier. */
export async function findUnprefixedIdentifiers(
  db: Db,
  owner: Owner | undefined,
  identifiers: readonly string[],
): Promise<Map<string, string>> {
  if (!owner || owner === 'none') return new Map();
  const { prefix } = owner;
  const own = identifiers.filter((identifier) => identifier.startsWith(prefix));
  const bare = await findUnprefixed(
    db,
    prefix,
    own.map((identifier) => identifier.slice(prefix.length)),
  );
  return new Map(
    own.flatMap((identifier) => (bare.has(identifier.slice(prefix.length)) ? [[identifier, identifier.slice(prefix.length)]] : [])),
  );
}

export function restoreUnprefixedIdentifier(record: MediaRecord, names: ReadonlyMap<string, string>): MediaRecord {
  const identifier = names.get(record.identifier);
  const set_of = record.set_of == null ? undefined : names.get(record.set_of);
  return identifier === undefined && set_of === undefined
    ? record
    : { ...record, identifier: identifier ?? record.identifier, ...(set_of !== undefined && { set_of }) };
}

/** Returns checks of whether the owner may store a record or remove a medium. `known` contains the identifiers of the catalogue. */
export async function createOwnershipCheck(
  db: Db,
  owner: Owner | undefined,
  { records, gone, known }: { records: readonly Named[]; gone: readonly string[]; known: ReadonlySet<string> },
): Promise<{ mayStore: (identifier: string) => boolean; mayTakeOut: (identifier: string) => boolean }> {
  if (!owner) return { mayStore: () => true, mayTakeOut: () => true };
  const owners = await findOwners(db, [...records.map(({ identifier }) => identifier), ...gone]);
  if (owner === 'none') {
    const prefixes = await listPrefixes(db);
    const isOfSource = (identifier: string): boolean => owners.has(identifier) || prefixes.some((prefix) => identifier.startsWith(prefix));
    return { mayStore: (identifier) => !isOfSource(identifier), mayTakeOut: () => false };
  }
  const isOwn = (identifier: string): boolean => (owners.get(identifier) ?? (owner.adopts ? owner.prefix : undefined)) === owner.prefix;
  return { mayStore: (identifier) => !known.has(identifier) || isOwn(identifier), mayTakeOut: isOwn };
}
