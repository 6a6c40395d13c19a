/** The operator's commands: `npm run portal -- …`. Through the running portal's control socket, else on the database itself. */
import { resolve } from 'node:path';
import cliProgress from 'cli-progress';
import { Command } from 'commander';
import { askRunningPortal, claimDataDir, type CommandIo, type CommandRequest } from './control/claim.ts';
import { runCommand } from './control/commands.ts';
import { EnvError, readEnv } from './env.ts';
import { makeLog } from './log.ts';
import { openPortal } from './portal.ts';

const program = new Command('portal').description("The operator's commands of the portal").showHelpAfterError();

program
  .command('import')
  .description('import media records; importing the same twice changes nothing')
  .argument('<format>', 'jsonl or csv')
  .argument('<source>', 'the file')
  .option('--dry-run', 'read and check everything, store nothing')
  .option('--licence <licence>', 'for records that name none: free, none, district:ID or school:ID')
  .option('--plan <file>', 'column plan of a CSV file (JSON)')
  .action((format: string, source: string, options: { dryRun?: boolean; licence?: string; plan?: string }) =>
    run({
      command: 'import',
      args: {
        format,
        source: resolve(source),
        dryRun: options.dryRun ?? false,
        licence: options.licence,
        plan: options.plan && resolve(options.plan),
      },
    }),
  );

program
  .command('reindex')
  .description('build the search index anew from the database')
  .action(() => run({ command: 'reindex', args: {} }));
program
  .command('demo')
  .description('load the demo school into an empty portal')
  .action(() => run({ command: 'demo', args: {} }));
program
  .command('check')
  .description('hold the search index against the database')
  .action(() => run({ command: 'check', args: {} }));

program
  .command('backup')
  .description('write everything that cannot be made again into one archive')
  .argument('<file>')
  .action((file: string) => run({ command: 'backup', args: { file: resolve(file) } }));

program
  .command('restore')
  .description('fill an empty portal from a backup')
  .argument('<file>')
  .option('--without-factors', 'leave out second factors that are sealed with a secret that is lost')
  .action((file: string, options: { withoutFactors?: boolean }) =>
    run({ command: 'restore', args: { file: resolve(file), withoutFactors: options.withoutFactors ?? false } }),
  );

const user = program.command('user').description('people');
user
  .command('remove-factors')
  .description(
    'let somebody in who has lost authenticator app and recovery codes: the password alone is asked for until they set up new ones',
  )
  .argument('<email>')
  .action((email: string) => run({ command: 'user remove-factors', args: { email } }));
user
  .command('add')
  .description('add a person who may sign in')
  .requiredOption('--email <email>')
  .requiredOption('--vorname <vorname>', 'first name')
  .requiredOption('--name <name>', 'last name')
  .requiredOption('--role <role>', 'teacher, student, schoolAdmin or districtAdmin')
  .option('--school <id>')
  .option('--password <password>', '12 to 128 characters; made and shown when missing')
  .action((options: Record<string, string>) => run({ command: 'user add', args: options }));

async function run(request: CommandRequest): Promise<void> {
  const env = readEnv();
  const bar = process.stderr.isTTY
    ? new cliProgress.SingleBar({
        format: '{bar} {percentage} % | {eta_formatted}',
        clearOnComplete: true,
        hideCursor: true,
        stream: process.stderr,
      })
    : null;
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
  process.exitCode = (await askRunningPortal(env.dataDir, request, io)) ?? (await runHere(env, request, io));
  bar?.stop();
}

async function runHere(env: ReturnType<typeof readEnv>, request: CommandRequest, io: CommandIo): Promise<number> {
  const claim = await claimDataDir(env.dataDir);
  const opened = await openPortal({ ...env, demo: false }, makeLog(env.logLevel));
  try {
    return await runCommand({ ...opened, env }, request, io);
  } finally {
    await opened.close();
    await claim.release();
  }
}

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${error instanceof EnvError ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = 1;
}
