/**
 * An installation is a database, a data folder and a secret that belong together (docs/operate/install.md#what-belongs-together). The start refuses
 * any of them that is missing, damaged or another installation's, because it would be overwritten or its data could never be read again.
 */
import type { Inspection } from '../db/migrations/migrate.ts';
import { newId } from '../db/new-id.ts';
import { openDatabase, type Database, type Db, type Surroundings } from '../db/open.ts';
import { OperatorError } from '../operator-error.ts';
import { keyedHash } from '../secrets/sealed.ts';
import { findTraces, probeFolders, readIdentity, writeIdentity } from './data-dir.ts';
import { findInstallation, hasData, insertInstallation, putInstallation, type InstallationRow } from './installation-repository.ts';
import { emptyDatabase, lostSecret, otherInstallation, otherSecret, type Place } from './refusals.ts';
import { dropNextSecret, makeSecret, prepareSecret, readKeptSecret, readNextSecret, readSecret, useNextSecret } from './secret-file.ts';

export type Permission = {
  /** An empty database beside a data folder that had one: `begin` makes it this installation's, `fill` leaves that to the restore. */
  emptyDatabase?: 'begin' | 'fill' | undefined;
  /** A secret whose fingerprint is not the stored one, or none. */
  otherSecret?: boolean | undefined;
};

/** Says whether a secret is the one an installation was made with; the secret cannot be derived from it. */
export const fingerprintFor = (secret: string, id: string): string => keyedHash(secret, 'installation', id);

type Opened = { database: Database; given: string | null; next: string | null; traces: readonly string[] };

/** Opens the database. Throws an `OperatorError` if database, data folder and secret do not belong together; then nothing is changed. */
export async function openChecked(place: Place, surroundings: Surroundings, permission: Permission): Promise<Opened> {
  const { dataDir } = place;
  probeFolders(dataDir, [...(place.s3 ? [] : ['files']), 'uploads', 'cache', 'search', ...(place.smtpUrl ? [] : ['mail'])]);
  const given = readSecret(dataDir, place.sessionSecret);
  const next = place.sessionSecret === undefined ? readNextSecret(dataDir) : null;
  const traces = findTraces(dataDir);
  const mayBeEmpty = (): void => {
    if (traces.length > 0 && !permission.emptyDatabase) throw new OperatorError(emptyDatabase(place, traces));
  };
  const inspection: Inspection = {
    empty: mayBeEmpty,
    filled: async (db, hasTable) => {
      const row = hasTable('installation') ? await findInstallation(db) : undefined;
      if (row) return requireFit(place, row, { given, next }, permission);
      const used = await hasData(db);
      // A first start or a restore that was not finished. Versions before this table have no row either.
      if (!used && hasTable('installation')) mayBeEmpty();
      if (used && given === null && !permission.otherSecret) throw new OperatorError(lostSecret(dataDir));
    },
  };
  return { database: await openDatabase(place, { ...surroundings, inspection }), given, next, traces };
}

/** Opens the database of this installation; the first start makes it one. */
export async function openInstallation(
  place: Place,
  surroundings: Surroundings,
  permission: Permission = {},
): Promise<{ database: Database; secret: string }> {
  const opened = await openChecked(place, surroundings, permission);
  try {
    return { database: opened.database, secret: await settle(place, opened, permission) };
  } catch (error) {
    await opened.database.close();
    throw error;
  }
}

async function settle(place: Place, { database: { db }, given, next, traces }: Opened, { emptyDatabase }: Permission): Promise<string> {
  const { dataDir } = place;
  const there = await findInstallation(db);
  if (there) {
    // Another process may have been first since the database was checked.
    requireFit(place, there, { given, next }, {});
    return fits(there, given) ? settleOn(dataDir, there, given, true) : settleOn(dataDir, there, next!);
  }
  const secret = given ?? next ?? makeSecret();
  if (given === null) prepareSecret(dataDir, secret);
  // The row of a restore comes with its data: one that fails leaves a database that is refused again.
  if (emptyDatabase === 'fill' && traces.length > 0) return secret;
  const row = await db.transaction().execute((trx) => insertFirst(trx, dataDir, secret));
  if (fits(row, secret)) return settleOn(dataDir, row, secret, given !== null);
  // Another process was first.
  if (given === null) dropNextSecret(dataDir);
  throw new OperatorError(given === null ? lostSecret(dataDir) : otherSecret(place, false));
}

/** The prepared secret becomes the portal's own, or is dropped if the one in use fits. */
function settleOn(dataDir: string, { id }: InstallationRow, secret: string, inUse = false): string {
  if (inUse) dropNextSecret(dataDir);
  else useNextSecret(dataDir);
  writeIdentity(dataDir, id);
  return secret;
}

function insertFirst(db: Db, dataDir: string, secret: string): Promise<InstallationRow> {
  const id = readIdentity(dataDir) ?? newId();
  return insertInstallation(db, { id, secret_fingerprint: fingerprintFor(secret, id) }, new Date());
}

/** Makes the database this installation's, with a secret. In the transaction that fills it or re-seals it; `useKeptSecret` follows the commit. */
export async function keepSecret(db: Db, dataDir: string, secret: string, isFile: boolean): Promise<void> {
  const id = (await findInstallation(db))?.id ?? readIdentity(dataDir) ?? newId();
  await putInstallation(db, { id, secret_fingerprint: fingerprintFor(secret, id) }, new Date());
  if (isFile && readKeptSecret(dataDir) !== secret) prepareSecret(dataDir, secret);
}

/** Returns whether a secret is the one the database was made with. */
export async function isOwnSecret(db: Db, secret: string): Promise<boolean> {
  const row = await findInstallation(db);
  return row !== undefined && fits(row, secret);
}

/** Puts the secret of `keepSecret` in its place. */
export async function useKeptSecret(db: Db, dataDir: string): Promise<void> {
  const row = await findInstallation(db);
  if (row) settleOn(dataDir, row, '', readNextSecret(dataDir) === null);
}

const fits = ({ id, secret_fingerprint }: InstallationRow, secret: string | null): secret is string =>
  secret !== null && fingerprintFor(secret, id) === secret_fingerprint;

function requireFit(
  place: Place,
  row: InstallationRow,
  { given, next }: Pick<Opened, 'given' | 'next'>,
  { otherSecret: allowed }: Permission,
): void {
  const id = readIdentity(place.dataDir);
  if (id !== null && id !== row.id) throw new OperatorError(otherInstallation(place));
  if (allowed || fits(row, given) || fits(row, next)) return;
  const keptFits = place.sessionSecret !== undefined && fits(row, readKeptSecret(place.dataDir));
  throw new OperatorError(given === null ? lostSecret(place.dataDir) : otherSecret(place, keptFits));
}
