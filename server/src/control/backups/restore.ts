/** Command `restore FILE`: fills an empty portal from a complete archive. If the restore fails, the portal is empty again. */
import { text as readAll } from 'node:stream/consumers';
import { z } from 'zod';
import { isEmpty } from '../../domains/accounts/index.ts';
import { matchesSecret, readErasures, replayErasures } from '../../domains/audit/index.ts';
import { restartChangeLog, rebuild } from '../../domains/catalogue/index.ts';
import { OperatorError } from '../../operator-error.ts';
import { replaceByBaseline } from '../../db/migrations/baseline.ts';
import { foreignTables, type Manifest, readArchive, SECRET } from './archive.ts';
import { secretProblem, storeSecret, adoptSecret } from './archived-secret.ts';
import { BackupArgs } from './backup.ts';
import type { CommandIo } from '../claim.ts';
import { compareTables } from './saved-tables.ts';
import { fillTable, listMigrations, listTables } from './dump-repository.ts';
import { deleteSealedData, removeLearnerCodes } from '../../installation/sealed-repository.ts';
import { deferConstraints } from './restore-repository.ts';
import type { Running } from '../running.ts';

/**
 * Arguments of `restore`. `withoutFactors` restores without second factors if the secret is lost. `erasures` is a list of people who were erased
 * after the backup.
 */
export const RestoreArgs = BackupArgs.extend({ withoutFactors: z.boolean().default(false), erasures: z.string().optional() });
type RestoreArgs = z.output<typeof RestoreArgs>;

export async function restore(running: Running, args: RestoreArgs, io: CommandIo): Promise<number> {
  const { portal } = running;
  if (!(await isEmpty(portal.db))) {
    io.line(
      'The portal is not empty: a backup is only restored into an empty one. Choose a new DATA_DIR, or a new database, and DEMO=off.',
    );
    return 1;
  }
  const stored: string[] = [];
  try {
    // The first pass verifies the whole archive before anything is written. The second pass detects changes since then.
    const own = { migrations: await listMigrations(portal.db), tables: await listTables(portal.db) };
    await readArchive(args.file, (manifest) => requireFit(running, manifest, own, args));
    const { rows, files, erased, secret } = await fill(running, args, stored);
    await adoptSecret(running, secret);
    await rebuild(portal);
    if (erased > 0) io.line(`${erased === 1 ? '1 person erased since then was' : `${erased} people erased since then were`} erased again.`);
    io.line(`${rows} rows and ${files} files restored; ${portal.search.status().records} media are indexed.`);
    return 0;
  } catch (error) {
    for (const path of stored) await portal.storage.remove(path).catch(() => {});
    throw error;
  }
}

function requireFit(
  running: Running,
  manifest: Manifest,
  own: { migrations: string[]; tables: string[] },
  { withoutFactors }: RestoreArgs,
): void {
  const ran = replaceByBaseline(manifest.migrations, own.migrations, 'backup');
  const missing = own.migrations.filter((name) => !ran.includes(name));
  const newer = ran.filter((name) => !own.migrations.includes(name));
  if (newer.length)
    throw new OperatorError(`the backup was made by a newer version of the portal (${newer.join(', ')}); restore it with that version.`);
  if (missing.length)
    throw new OperatorError(
      `the backup was made by an older version of the portal (without ${missing.join(', ')}); restore it with that version, then start this one.`,
    );
  const without = own.tables.filter((table) => manifest.tables[table] === undefined || !manifest.entries[`tables/${table}.jsonl`]);
  if (without.length) throw new OperatorError(`the backup is incomplete: it has no rows of ${without.join(', ')}.`);
  const { foreign } = compareTables(Object.keys(manifest.tables));
  if (foreign.length > 0) throw new OperatorError(foreignTables(foreign));
  const { fingerprint } = manifest;
  const problem = withoutFactors ? null : secretProblem(running, { fingerprint, hasSecret: SECRET in manifest.entries });
  if (problem) throw new OperatorError(problem);
}

/** Fills the database in one transaction. Appends the path of each newly written file to `stored`. */
async function fill(running: Running, { file, withoutFactors, erasures }: RestoreArgs, stored: string[]) {
  const { portal } = running;
  const { storage } = portal;
  const lists = await readErasureLists(portal.erasuresFile, erasures);
  return portal.db.transaction().execute(async (db) => {
    // Rows may reference later rows of the same table.
    await deferConstraints(db);
    let [rows, files] = [0, 0];
    let secret: string | null = null;
    const { tables } = await readArchive(
      file,
      () => {},
      async ({ name, content }, manifest) => {
        if (name === SECRET) {
          const given = (await readAll(content)).trim();
          secret = withoutFactors ? null : given;
        } else if (name.startsWith('tables/')) {
          const table = name.slice('tables/'.length, -'.jsonl'.length);
          const filled = await fillTable(db, table, content);
          if (filled !== manifest.tables[table])
            throw new OperatorError(`the backup is incomplete: ${name} has ${filled} rows instead of ${manifest.tables[table]}.`);
          rows += filled;
        } else {
          const path = name.slice('files/'.length);
          if (!(await storage.stat(path))) stored.push(path);
          await storage.write(path, content);
          files += 1;
        }
      },
    );
    if (Object.keys(tables).length === 0) throw new OperatorError('the backup is incomplete: it has no tables.');
    if (withoutFactors) {
      await removeLearnerCodes(db);
      await deleteSealedData(db);
    }
    const own = secret ?? portal.secret;
    const other = lists.find((list) => !matchesSecret(list, own));
    if (other)
      throw new OperatorError(
        `The list of erasures ${other.path} was made with a different secret than this backup, so its people cannot be identified.`,
      );
    const erased = await replayErasures({ db, secret: own, now: portal.now() }, portal.domains, lists);
    await restartChangeLog({ db, now: portal.now() });
    await storeSecret(running, db, own);
    return { rows, files, erased, secret: own };
  });
}

/** Reads the list next to the database, which exists if the data folder is reused, and the list in `named`. Empty lists are ignored. */
async function readErasureLists(own: string, named: string | undefined) {
  const lists = [];
  for (const path of new Set([own, ...(named === undefined ? [] : [named])])) {
    const list = await readErasures(path);
    if (list === null && path === named) throw new OperatorError(`the list of erasures ${path} does not exist.`);
    if (list && list.erasures.length > 0) lists.push({ path, ...list });
  }
  return lists;
}
