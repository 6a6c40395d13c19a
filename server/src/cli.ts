/**
 * Command line of the operator: `npm run portal -- …`. Commands run in the portal's process through its control socket, or in this process if no
 * portal is running.
 */
import './compile-cache.ts';
import { resolve } from 'node:path';
import type { forwardToRunningPortal, CommandIo, CommandRequest } from './control/claim.ts';
import type { Env } from './env.ts';

// Makes created files readable only by the portal's user, as in main.ts.
process.umask(0o077);

// Loaded lazily, because most commands are passed to the running portal and need few modules here.
const { Command } = await import('commander');
const { explain } = await import('./control/explain.ts');
const { addPlaceCommands } = await import('./control/place-arguments.ts');

type ImportFlags = { dryRun?: boolean; licence?: string; plan?: string; words?: string; prefix?: string; same?: string; from?: string };

const program = new Command('portal').description('Commands for operators of the portal').showHelpAfterError();

program
  .command('import')
  .description('import media records; repeating an import changes nothing')
  .argument('<format>', 'jsonl, csv, or a format of other systems: amb, dc, lom, marcxml, elixier, onix, arix')
  .argument('<source>', 'the file')
  .option('--dry-run', 'read and validate everything, store nothing')
  .option('--licence <licence>', 'licence of records without one: free, none, district:ID or school:ID')
  .option('--plan <file>', 'column plan of a CSV file (JSON)')
  .option('--words <file>', 'word list that maps terms of another system (JSON)')
  .option('--same <what>', 'works that exist under another identifier: report or skip')
  .option('--prefix <prefix>', 'prefix of the identifiers of another system')
  .option('--from <source>', 'use prefix, word list and licence of a source of the portal, given by name or prefix')
  .action((format: string, source: string, options: ImportFlags) =>
    run({
      command: 'import',
      args: {
        format,
        source: resolve(source),
        dryRun: options.dryRun ?? false,
        licence: options.licence,
        plan: options.plan && resolve(options.plan),
        terms: options.words && resolve(options.words),
        prefix: options.prefix,
        same: options.same,
        from: options.from,
      },
    }),
  );

program
  .command('reindex')
  .description('rebuild the search index from the database')
  .action(() => run({ command: 'reindex', args: {} }));
program
  .command('harvest')
  .description('harvest media from another repository by OAI-PMH; later runs apply changes and deletions')
  .argument('<url>', 'base URL of the repository')
  .requiredOption('--format <prefix>', 'metadata prefix: oai_dc, lom, oai_lom-de, amb, marcxml …')
  .option('--prefix <prefix>', 'prefix of each identifier')
  .option('--from <source>', 'use prefix, word list and licence of a source of the portal, given by name or prefix')
  .option('--set <set>', 'harvest only this set')
  .option('--licence <licence>', 'licence of all media: free, none, district:ID or school:ID')
  .option('--words <file>', 'word list that maps terms of the source (JSON)')
  .option('--same <what>', 'works that exist under another identifier: report or skip')
  .option('--whole', 'start from the beginning')
  .option('--dry-run', 'read and validate everything, store nothing')
  .action((url: string, { format, words, ...options }: { format: string; words?: string }) =>
    run({ command: 'harvest', args: { url, metadataPrefix: format, terms: words && resolve(words), ...options } }),
  );
const arix = program.command('arix').description('programs that may deliver media by ARIX');
arix
  .command('add')
  .description('add a program; prints its secret once')
  .argument('<name>', 'small letters, digits and hyphens')
  .requiredOption('--district <id>', 'district it acts for')
  .option('--school <school>', 'limit it to this school (id or number)')
  .action((name: string, options: { district: string; school?: string }) => run({ command: 'arix add', args: { name, ...options } }));
arix
  .command('list')
  .description('list the programs')
  .action(() => run({ command: 'arix list', args: {} }));
arix
  .command('remove')
  .description('remove a program')
  .argument('<name>')
  .action((name: string) => run({ command: 'arix remove', args: { name } }));
const demo = program
  .command('demo')
  .description('load the demo school into an empty portal')
  .action(() => run({ command: 'demo', args: {} }));
demo
  .command('remove')
  .description('remove the demo school with everything its people created; content of others stays')
  .option('--yes', 'apply the changes; without it they are only listed')
  .action(({ yes = false }: { yes?: boolean }) => run({ command: 'demo remove', args: { yes } }));
program
  .command('check')
  .description('compare the search index and the files with the database, or verify a backup')
  .argument('[file]', 'a backup')
  .action(async (file?: string) => {
    if (file === undefined) return run({ command: 'check', args: {} });
    const { checkArchive } = await import('./control/backups/archive.ts');
    process.exitCode = await checkArchive(resolve(file), (text) => process.stdout.write(`${text}\n`));
  });

program
  .command('backup')
  .description('write everything that cannot be regenerated to one archive')
  .argument('<file>')
  .action((file: string) => run({ command: 'backup', args: { file: resolve(file) } }));

program
  .command('restore')
  .description('restore a backup into an empty portal')
  .argument('<file>')
  .option('--without-factors', 'skip second factors encrypted with a lost secret')
  .option('--erasures <list>', 'erasures.json of the previous DATA_DIR: people erased since the backup are erased again')
  .action((file: string, { withoutFactors = false, erasures }: { withoutFactors?: boolean; erasures?: string }) =>
    run({ command: 'restore', args: { file: resolve(file), withoutFactors, erasures: erasures && resolve(erasures) } }),
  );

program
  .command('start-empty')
  .description('start without data although the data folder was used before; for a start refused because the database is empty')
  .option('--yes', 'confirm; without it the existing data is only listed')
  .action(({ yes = false }: { yes?: boolean }) => run({ command: 'start-empty', args: { yes } }));

program
  .command('secret')
  .description("the portal's secret")
  .command('accept')
  .description('accept another or a new secret; lists what stops working')
  .option('--yes', 'confirm; without it the effects are only listed')
  .action(({ yes = false }: { yes?: boolean }) => run({ command: 'secret accept', args: { yes } }));

program
  .command('lti')
  .description('learning platforms')
  .command('rotate-keys')
  .description('create the next signing key for messages to learning platforms; it is used after a day')
  .action(() => run({ command: 'lti rotate-keys', args: {} }));

program
  .command('saml')
  .description('identity providers of SAML 2.0')
  .command('read-metadata')
  .description('print the metadata of an identity provider as an entry of SAML_CONFIG; stores nothing')
  .argument('<source>', 'file or address of the metadata')
  .option('--entity <id>', 'identity provider to use if the metadata contains several (federation)')
  .action(async (source: string, { entity }: { entity?: string }) => {
    const { printMetadata } = await import('./control/saml-metadata.ts');
    process.stdout.write(`${await printMetadata(source, entity, new Date())}\n`);
  });

const thesaurus = program.command('thesaurus').description('terms with their preferred terms');
thesaurus
  .command('load')
  .description('replace the terms by those of a tab-separated file with the columns term and see')
  .argument('<file>')
  .action((file: string) => run({ command: 'thesaurus load', args: { file: resolve(file) } }));
thesaurus
  .command('remove')
  .description('remove all terms')
  .action(() => run({ command: 'thesaurus remove', args: {} }));

program
  .command('holidays')
  .description('school holidays of the Länder')
  .command('add')
  .description('add school years from a JSON file; existing ones of the same Land and year are replaced')
  .argument('<file>')
  .action((file: string) => run({ command: 'holidays add', args: { file: resolve(file) } }));
addPlaceCommands(program, run);

const lending = program.command('lending').description('lending points, and their migration from another system');
lending
  .command('points')
  .description('print the lending points with their ids')
  .action(() => run({ command: 'lending points', args: {} }));
lending
  .command('import')
  .description('import a table of another lending system (CSV or .xlsx); repeating an import changes nothing')
  .argument('<table>', 'stock, borrowers, loans or reservations, in this order')
  .argument('<file>')
  .option('--map <column=header...>', 'columns whose headers are not recognised, such as device=Kennung')
  .option('--point <id>', 'needed if there are several lending points')
  .option('--dry-run', 'print what would happen')
  .option('--skip-errors', 'skip rows with errors; otherwise an error stops the import')
  .action((table: string, file: string, options: object) =>
    run({ command: 'lending import', args: { table, file: resolve(file), ...options } }),
  );
lending
  .command('reminders')
  .description('start sending reminders of imported loans')
  .requiredOption('--overdue <how>', 'first: start with the first reminder; reminded: the other system has sent reminders already')
  .option('--point <id>', 'needed if there are several lending points')
  .action((options: Record<string, string>) => run({ command: 'lending reminders', args: options }));

async function run(request: CommandRequest): Promise<void> {
  const [{ readEnv }, { forwardToRunningPortal }] = await Promise.all([import('./env.ts'), import('./control/claim.ts')]);
  const env = readEnv();
  const bar = process.stderr.isTTY ? await makeProgressBar() : null;
  const io: CommandIo = {
    line: (text) => {
      bar?.stop();
      process.stdout.write(`${text}\n`);
    },
    progress: (done, total) => {
      if (!bar) return;
      if (bar.isActive) bar.update(done);
      else if (done < total) bar.start(total, done);
    },
  };
  process.exitCode = await runInAnyProcess(env, request, io, forwardToRunningPortal);
  bar?.stop();
}

/** Maximum time in milliseconds to wait for a portal that is starting or stopping. */
const PATIENCE = 10_000;
const LOOK = 200;

/**
 * Runs a command in the running portal, or in this process. If a portal starts meanwhile, it takes over the data folder and continues the command.
 */
async function runInAnyProcess(env: Env, request: CommandRequest, io: CommandIo, ask: typeof forwardToRunningPortal): Promise<number> {
  for (let end = performance.now() + PATIENCE; ;) {
    const answer = await ask(env.dataDir, request, io);
    if (answer !== null) return answer;
    try {
      return await runInThisProcess(env, request, io);
    } catch (error) {
      const { name } = error as Error;
      if (name === 'AbortError') {
        io.line('A portal is starting on this data folder: the command continues there.');
        end = performance.now() + PATIENCE;
      } else if (name !== 'DataDirInUse' || performance.now() > end) throw error;
    }
    await new Promise((later) => setTimeout(later, LOOK));
  }
}

async function makeProgressBar() {
  const { default: cliProgress } = await import('cli-progress');
  return new cliProgress.SingleBar({
    format: '{bar} {percentage} % | {eta_formatted}',
    clearOnComplete: true,
    hideCursor: true,
    stream: process.stderr,
  });
}

async function runInThisProcess(env: Env, request: CommandRequest, io: CommandIo): Promise<number> {
  const [{ claimDataDir }, { runCommand }, { makeLog }, { openPortal }, { findLoneCommand }] = await Promise.all([
    import('./control/claim.ts'),
    import('./control/commands.ts'),
    import('./log.ts'),
    import('./portal.ts'),
    import('./control/installation-commands.ts'),
  ]);
  const claim = await claimDataDir(env.dataDir, request.command);
  const log = makeLog(env.logLevel);
  const onLost = (reason: string): void => {
    process.stderr.write(`The embedded database failed: ${reason}.\n`);
    process.exit(1);
  };
  const alone = findLoneCommand(request);
  if (alone) {
    try {
      return await alone(env, { log, onLost }, io);
    } finally {
      await claim.release();
    }
  }
  const opened = await openPortal({ ...env, demo: false }, log, onLost, request.command === 'restore' ? { emptyDatabase: 'fill' } : {});
  try {
    return await runCommand({ ...opened, env, giveWay: claim.giveWay }, request, io);
  } finally {
    await opened.close();
    await claim.release();
  }
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
