/**
 * An installation consists of a database, a data folder and a secret (docs/operate/install.md#what-belongs-together). The portal refuses to start if
 * one of them is missing, damaged or belongs to another installation. Otherwise data would be overwritten or could never be decrypted again.
 */
import type { Inspection } from '../db/migrations/migrate.ts';
import { newId } from '../db/new-id.ts';
import { openDatabase, type Database, type Db, type DatabaseOptions } from '../db/open.ts';
import { OperatorError } from '../operator-error.ts';
import { keyedHash } from '../secrets/sealed.ts';
import { findExistingData, probeFolders, readInstallationId, writeInstallationId } from './data-dir.ts';
import { findInstallation, hasData, insertInstallation, saveInstallation, type InstallationRow } from './installation-repository.ts';
import { emptyDatabaseMessage, lostSecretMessage, otherInstallationMessage, otherSecretMessage, type Place } from './refusals.ts';
import { removeNextSecret, makeSecret, prepareSecret, readKeptSecret, readNextSecret, readSecret, useNextSecret } from './secret-file.ts';

export type Permission = {
  /** Handling of an empty database next to a used data folder: `begin` starts without data, and `fill` leaves it to a restore. */
  emptyDatabase?: 'begin' | 'fill' | undefined;
  /** Accepts a missing secret, or one that does not match the stored fingerprint. */
  otherSecret?: boolean | undefined;
};

/** Returns the fingerprint of a secret, from which the secret cannot be derived. */
export const fingerprintFor = (secret: string, id: string): string => keyedHash(secret, 'installation', id);

type Opened = { database: Database; given: string | null; next: string | null; traces: readonly string[] };

/** Opens the database. If database, data folder and secret do not belong together, throws an `OperatorError` and changes nothing. */
export async function openDatabaseChecked(place: Place, options: DatabaseOptions, permission: Permission): Promise<Opened> {
  const { dataDir } = place;
  probeFolders(dataDir, [...(place.s3 ? [] : ['files']), 'uploads', 'cache', 'search', ...(place.smtpUrl ? [] : ['mail'])]);
  const given = readSecret(dataDir, place.sessionSecret);
  const next = place.sessionSecret === undefined ? readNextSecret(dataDir) : null;
  const traces = findExistingData(dataDir);
  const mayBeEmpty = (): void => {
    if (traces.length > 0 && !permission.emptyDatabase) throw new OperatorError(emptyDatabaseMessage(place, traces));
  };
  const inspection: Inspection = {
    empty: mayBeEmpty,
    filled: async (db, hasTable) => {
      const row = hasTable('installation') ? await findInstallation(db) : undefined;
      if (row) return requireFit(place, row, { given, next }, permission);
      const used = await hasData(db);
      // This is an interrupted first start or restore. Databases of older versions have no such row either, but contain data.
      if (!used && hasTable('installation')) mayBeEmpty();
      if (used && given === null && !permission.otherSecret) throw new OperatorError(lostSecretMessage(dataDir));
    },
  };
  return { database: await openDatabase(place, { ...options, inspection }), given, next, traces };
}

/** Opens the installation. The first start creates its identity. */
export async function openInstallation(
  place: Place,
  options: DatabaseOptions,
  permission: Permission = {},
): Promise<{ database: Database; secret: string }> {
  const opened = await openDatabaseChecked(place, options, permission);
  try {
    return { database: opened.database, secret: await adoptInstallation(place, opened, permission) };
  } catch (error) {
    await opened.database.close();
    throw error;
  }
}

async function adoptInstallation(
  place: Place,
  { database: { db }, given, next, traces }: Opened,
  { emptyDatabase }: Permission,
): Promise<string> {
  const { dataDir } = place;
  const there = await findInstallation(db);
  if (there) {
    // Another process may have created the identity after the check.
    requireFit(place, there, { given, next }, {});
    return fits(there, given) ? adoptSecret(dataDir, there, given, true) : adoptSecret(dataDir, there, next!);
  }
  const secret = given ?? next ?? makeSecret();
  if (given === null) prepareSecret(dataDir, secret);
  // A restore inserts the row together with its data. If the restore fails, the portal still refuses to start with the empty database.
  if (emptyDatabase === 'fill' && traces.length > 0) return secret;
  const row = await db.transaction().execute((trx) => insertFirst(trx, dataDir, secret));
  if (fits(row, secret)) return adoptSecret(dataDir, row, secret, given !== null);
  // Another process has created the identity first.
  if (given === null) removeNextSecret(dataDir);
  throw new OperatorError(given === null ? lostSecretMessage(dataDir) : otherSecretMessage(place, false));
}

/** Makes the prepared secret the current one, or discards it if the secret in use is valid. Returns the current secret. */
function adoptSecret(dataDir: string, { id }: InstallationRow, secret: string, inUse = false): string {
  if (inUse) removeNextSecret(dataDir);
  else useNextSecret(dataDir);
  writeInstallationId(dataDir, id);
  return secret;
}

function insertFirst(db: Db, dataDir: string, secret: string): Promise<InstallationRow> {
  const id = readInstallationId(dataDir) ?? newId();
  return insertInstallation(db, { id, secret_fingerprint: fingerprintFor(secret, id) }, new Date());
}

/**
 * Stores the identity and the fingerprint of a secret. Must run in the transaction that fills or re-encrypts the database. Call `adoptStoredSecret` after
 * the commit.
 */
export async function saveSecret(db: Db, dataDir: string, secret: string, isFile: boolean): Promise<void> {
  const id = (await findInstallation(db))?.id ?? readInstallationId(dataDir) ?? newId();
  await saveInstallation(db, { id, secret_fingerprint: fingerprintFor(secret, id) }, new Date());
  if (isFile && readKeptSecret(dataDir) !== secret) prepareSecret(dataDir, secret);
}

/** Returns whether a secret matches the fingerprint stored in the database. */
export async function matchesFingerprint(db: Db, secret: string): Promise<boolean> {
  const row = await findInstallation(db);
  return row !== undefined && fits(row, secret);
}

/** Makes the secret that `saveSecret` prepared the current one. */
export async function adoptStoredSecret(db: Db, dataDir: string): Promise<void> {
  const row = await findInstallation(db);
  if (row) adoptSecret(dataDir, row, '', readNextSecret(dataDir) === null);
}

const fits = ({ id, secret_fingerprint }: InstallationRow, secret: string | null): secret is string =>
  secret !== null && fingerprintFor(secret, id) === secret_fingerprint;

function requireFit(
  place: Place,
  row: InstallationRow,
  { given, next }: Pick<Opened, 'given' | 'next'>,
  { otherSecret: allowed }: Permission,
): void {
  const id = readInstallationId(place.dataDir);
  if (id !== null && id !== row.id) throw new OperatorError(otherInstallationMessage(place));
  if (allowed || fits(row, given) || fits(row, next)) return;
  const keptFits = place.sessionSecret !== undefined && fits(row, readKeptSecret(place.dataDir));
  throw new OperatorError(given === null ? lostSecretMessage(place.dataDir) : otherSecretMessage(place, keptFits));
}
