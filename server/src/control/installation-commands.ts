/** Commands `secret accept` and `start-empty` for a portal that refuses to start. They open the database without starting the portal. */
import { z } from 'zod';
import type { DatabaseOptions } from '../db/open.ts';
import { saveSecret, openDatabaseChecked, openInstallation, matchesFingerprint, adoptStoredSecret } from '../installation/installation.ts';
import { describeSealed, deleteSealedData } from '../installation/sealed-repository.ts';
import { makeSecret } from '../installation/secret-file.ts';
import { OperatorError } from '../operator-error.ts';
import type { CommandIo, CommandRequest } from './claim.ts';
import type { Place } from '../installation/refusals.ts';

const Args = z.object({ yes: z.boolean() });

type Run = (place: Place, options: DatabaseOptions, yes: boolean, io: CommandIo) => Promise<number>;

const ALONE: Record<string, Run> = { 'secret accept': acceptSecret, 'start-empty': startEmpty };

/** Returns the command if it is `secret accept` or `start-empty`, otherwise `undefined`. */
export function findLoneCommand({ command, args }: CommandRequest) {
  const run = ALONE[command];
  return run && ((place: Place, options: DatabaseOptions, io: CommandIo) => run(place, options, Args.parse(args).yes, io));
}

/** Replaces the fingerprint of the secret and deletes everything that only the former secret could decrypt. */
async function acceptSecret(place: Place, options: DatabaseOptions, yes: boolean, io: CommandIo): Promise<number> {
  const { database, given, next } = await openDatabaseChecked(place, options, { otherSecret: true });
  try {
    const { db } = database;
    if (given !== null && (await matchesFingerprint(db, given))) {
      io.line('The current secret is the one of this portal: there is nothing to accept.');
      return 0;
    }
    io.line(given === null ? 'There is no secret: a new one is created.' : 'The current secret is not the one this portal was used with.');
    const lines = await describeSealed(db);
    for (const line of lines) io.line(`- ${line}`);
    io.line('- signed addresses and links in sent mails expire');
    if (!yes) {
      io.line(
        'Nothing was changed. To accept, add --yes. Restoring the former secret (docs/operate/backup.md#the-secret) keeps all of it.',
      );
      return 1;
    }
    const secret = given ?? next ?? makeSecret();
    await db.transaction().execute(async (trx) => {
      await deleteSealedData(trx);
      await saveSecret(trx, place.dataDir, secret, place.sessionSecret === undefined);
    });
    await adoptStoredSecret(db, place.dataDir);
    io.line('The secret is accepted. Start the portal.');
    return 0;
  } finally {
    await database.close();
  }
}

/** Allows the portal to start without data although the data folder belonged to a portal with data. */
async function startEmpty(place: Place, options: DatabaseOptions, yes: boolean, io: CommandIo): Promise<number> {
  if (!yes) {
    try {
      const { database } = await openDatabaseChecked(place, options, {});
      await database.close();
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      io.line(error.message);
      io.line('Nothing was changed. With --yes the portal starts without people and media, and removes the files without a medium.');
      return 1;
    }
    io.line('The database exists: start the portal.');
    return 0;
  }
  const { database } = await openInstallation(place, options, { emptyDatabase: 'begin' });
  await database.close();
  io.line('The portal will start with the empty database.');
  return 0;
}
