/** Commands of the operator, run in the portal's process or standalone. Each command returns its exit code. */
import { z } from 'zod';
import { withLongLimit } from '../db/patience.ts';
import { hasDemo, isEmpty, removeAllFactors } from '../domains/accounts/index.ts';
import { rebuild } from '../domains/catalogue/index.ts';
import { rotateKeys } from '../domains/lti/index.ts';
import { OperatorError } from '../operator-error.ts';
import { addArixConsumer, AddArixArgs, RemoveArixArgs, listArixConsumers, removeArixConsumer } from './arix.ts';
import { writeBackup, BackupArgs } from './backups/backup.ts';
import { check } from './check.ts';
import type { CommandIo, CommandRequest } from './claim.ts';
import { harvest, HarvestArgs } from './records/harvest.ts';
import { addHolidayFile, HolidayArgs } from './records/holidays.ts';
import { ImportArgs, importRecords } from './records/import-records.ts';
import { runSchoolImport, SchoolImportArgs } from './records/import-schools.ts';
import { restore, RestoreArgs } from './backups/restore.ts';
import { LendingImportArgs, printPoints, RemindersArgs, runLendingImport, runReminders } from './records/import-lending.ts';
import { printSetUp } from './set-up.ts';
import { removeThesaurus, replaceThesaurus, ThesaurusArgs } from './records/thesaurus.ts';
import {
  addDistrict,
  addUser,
  createSchool,
  DistrictArgs,
  printDistricts,
  printSchools,
  RenameArgs,
  renameDistrict,
  SchoolArgs,
  SchoolListArgs,
  UserArgs,
} from './place-commands.ts';
import type { Running } from './running.ts';

const DemoArgs = z.object({ yes: z.boolean() });

const FactorsArgs = z.object({ email: z.email() });

const COMMANDS: Record<string, (running: Running, args: unknown, io: CommandIo) => Promise<number>> = {
  import: (running, args, io) => importRecords(running, ImportArgs.parse(args), io),
  backup: (running, args, io) => writeBackup(running, BackupArgs.parse(args), io),
  restore: (running, args, io) => restore(running, RestoreArgs.parse(args), io),
  harvest: (running, args, io) => harvest(running, HarvestArgs.parse(args), io),
  'arix add': (running, args, io) => addArixConsumer(running, AddArixArgs.parse(args), io),
  'arix list': (running, _, io) => listArixConsumers(running, io),
  'arix remove': (running, args, io) => removeArixConsumer(running, RemoveArixArgs.parse(args), io),
  reindex,
  demo,
  'demo remove': (running, args, io) => removeDemo(running, DemoArgs.parse(args), io),
  check,
  'secret accept': async (_running, _args, io) =>
    printNothingToDo(io, 'The portal is running with its own secret: there is nothing to accept.'),
  'start-empty': async (_running, _args, io) => printNothingToDo(io, 'The portal is running: it has a database.'),
  'lti rotate-keys': rotateLtiKeys,
  'school import': (running, args, io) => runSchoolImport(running, SchoolImportArgs.parse(args), io),
  'lending points': (running, _, io) => printPoints(running, io),
  'lending import': (running, args, io) => runLendingImport(running, LendingImportArgs.parse(args), io),
  'lending reminders': (running, args, io) => runReminders(running, RemindersArgs.parse(args), io),
  'thesaurus load': (running, args, io) => replaceThesaurus(running, ThesaurusArgs.parse(args), io),
  'thesaurus remove': (running, _, io) => removeThesaurus(running, io),
  'holidays add': (running, args, io) => addHolidayFile(running, HolidayArgs.parse(args), io),
  'district add': (running, args, io) => addDistrict(running, DistrictArgs.parse(args), io),
  'district rename': (running, args, io) => renameDistrict(running, RenameArgs.parse(args), io),
  'district list': (running, _, io) => printDistricts(running, io),
  'school add': (running, args, io) => createSchool(running, SchoolArgs.parse(args), io),
  'school list': (running, args, io) => printSchools(running, SchoolListArgs.parse(args), io),
  setup: printSetUpAddress,
  'user add': (running, args, io) => addUser(running, UserArgs.parse(args), io),
  'user remove-factors': (running, args, io) => removeFactors(running, FactorsArgs.parse(args), io),
};

export const COMMAND_NAMES: readonly string[] = Object.keys(COMMANDS);

/** Runs a command by name. If the arguments are invalid, prints them and returns 1. */
export async function runCommand(running: Running, { command, args }: CommandRequest, io: CommandIo): Promise<number> {
  const run = COMMANDS[command];
  if (!run) {
    io.line(`unknown command: ${command}`);
    return 1;
  }
  try {
    return await withLongLimit(() => run(running, args, io));
  } catch (error) {
    if (error instanceof OperatorError) {
      io.line(error.message);
      return 1;
    }
    if (!(error instanceof z.ZodError)) throw error;
    for (const issue of error.issues) io.line(`${issue.path.join('.')}: ${issue.message}`);
    return 1;
  }
}

async function printSetUpAddress({ portal, url }: Running, _: unknown, io: CommandIo): Promise<number> {
  if (await printSetUp(portal, url, io.line)) return 0;
  io.line(
    'The portal already has a district: there is nothing to set up. "npm run portal -- user add --role districtAdmin" adds an administrator.',
  );
  return 1;
}

function printNothingToDo(io: CommandIo, why: string): number {
  io.line(why);
  return 0;
}

async function reindex({ portal }: Running, _: unknown, io: CommandIo): Promise<number> {
  const before = performance.now();
  await rebuild(portal);
  io.line(`${portal.search.status().records} records indexed in ${((performance.now() - before) / 1000).toFixed(1)} s`);
  return 0;
}

async function rotateLtiKeys({ portal }: Running, _: unknown, io: CommandIo): Promise<number> {
  const { kid, signsFrom } = await rotateKeys({ ...portal, now: portal.now() });
  io.line(`key ${kid} is published now and signs from ${signsFrom.toISOString()}`);
  return 0;
}

async function demo({ portal, follower }: Running, _: unknown, io: CommandIo): Promise<number> {
  if (!(await isEmpty(portal.db))) {
    io.line('The portal is not empty: the demo school can only be loaded into an empty portal.');
    return 1;
  }
  await (await import('@fundus/demo/load')).loadDemo(portal);
  portal.demo = true;
  await follower.catchUp();
  io.line(`The demo school is loaded: ${portal.search.status().records} media.`);
  return 0;
}

/** Prints which demo data would be removed. Removes the data only with `--yes`. */
async function removeDemo({ portal, follower }: Running, { yes }: z.output<typeof DemoArgs>, io: CommandIo): Promise<number> {
  const { removeDemo: remove } = await import('@fundus/demo/remove');
  const { removed, kept } = await remove(portal, { really: yes });
  const counts = [...removed].filter(([, count]) => count > 0).map(([what, count]) => `${what} ${count}`);
  if (yes) {
    portal.demo = await hasDemo(portal.db);
    await follower.catchUp();
  }
  const nothing = counts.length === 0;
  io.line(nothing ? 'There is no demo data to remove.' : `${yes ? 'Removed' : 'Would be removed'}: ${counts.join(', ')}.`);
  for (const { what, why } of kept) io.line(`${yes ? 'Kept' : 'Would be kept'}: ${what}; ${why}.`);
  if (nothing) return 0;
  if (!yes) {
    io.line('Nothing was removed. To remove it, add --yes; make a backup first, because this cannot be undone.');
    return 1;
  }
  if (await isEmpty(portal.db))
    io.line(
      'The portal is empty now. A start with DEMO=on (the default if the portal is reachable only from this machine) loads the demo again.',
    );
  return 0;
}

/**
 * Removes the second factors of a user who has lost both the authenticator app and the recovery codes. If a factor is required, the user sets up a
 * new one at the next sign-in.
 */
async function removeFactors({ portal }: Running, { email }: z.output<typeof FactorsArgs>, io: CommandIo): Promise<number> {
  const removed = await portal.db
    .transaction()
    .execute((db) => removeAllFactors({ db, config: portal.config, now: portal.now(), user: null }, email));
  if (removed) portal.wakeJobs();
  io.line(
    removed === null
      ? `email: no account has ${email}`
      : removed === 0
        ? `${email} has no second factor.`
        : `${removed} second factor${removed === 1 ? '' : 's'} of ${email} and the recovery codes were removed; the user is notified by mail. The password is unchanged.`,
  );
  return removed ? 0 : 1;
}
