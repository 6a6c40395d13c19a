/** Arguments of the commands for people, districts and schools. The command line loads this module, so it imports no domain code. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { CommandRequest } from './claim.ts';

export function addPlaceCommands(program: Command, run: (request: CommandRequest) => Promise<void>): void {
  const user = program.command('user').description('people');
  user
    .command('remove-factors')
    .description(
      'remove the second factors of a user who has lost authenticator app and recovery codes; the user signs in with the password and sets up new ones',
    )
    .argument('<email>')
    .action((email: string) => run({ command: 'user remove-factors', args: { email } }));
  user
    .command('add')
    .description('add a user')
    .requiredOption('--email <email>')
    .requiredOption('--vorname <vorname>', 'first name')
    .requiredOption('--name <name>', 'last name')
    .requiredOption('--role <role>', 'teacher, staff, student, schoolAdmin or districtAdmin')
    .option('--school <school>', 'id or number of the school; required for a schoolAdmin')
    .option('--district <id>', 'required for a districtAdmin if there are several; also for staff of the media centre')
    .option('--responsibility <name...>', 'lending, news, catalogue, licences')
    .option('--password <password>', '12 to 128 characters; generated and printed if missing')
    .action((options: Record<string, unknown>) => run({ command: 'user add', args: options }));

  program
    .command('setup')
    .description('print the address of the set-up page of a portal without a district; invalidates the previous one')
    .action(() => run({ command: 'setup', args: {} }));

  const district = program.command('district').description('districts: a media centre with its schools');
  district
    .command('add')
    .description('add a district and print its id')
    .argument('<name>')
    .action((name: string) => run({ command: 'district add', args: { name } }));
  district
    .command('rename')
    .description('change the name of a district')
    .argument('<id>')
    .argument('<name>')
    .action((id: string, name: string) => run({ command: 'district rename', args: { id, name } }));
  district
    .command('list')
    .description('print the districts with their ids')
    .action(() => run({ command: 'district list', args: {} }));

  const school = program.command('school').description('schools of a district');
  school
    .command('add')
    .description('add a school and print its id')
    .requiredOption('--name <name>')
    .requiredOption('--number <number>', 'official number of the school')
    .option('--district <id>', 'if there are several')
    .option('--kind <kind>', 'type of school')
    .option('--street <street>')
    .option('--postcode <postcode>', 'five digits')
    .option('--city <city>')
    .option('--email <email>')
    .option('--phone <phone>')
    .option('--website <address>')
    .action((options: Record<string, string>) => run({ command: 'school add', args: options }));
  school
    .command('list')
    .description('print the schools with their ids and numbers')
    .option('--district <id>', 'only schools of this district')
    .action((options: { district?: string }) => run({ command: 'school list', args: options }));
  school
    .command('import')
    .description('add and change schools from a table (CSV or .xlsx), identified by their numbers')
    .argument('<file>')
    .option('--map <column=header...>', 'columns whose headers are not recognised, such as number=Kennung')
    .option('--district <id>', 'needed if there are several')
    .option('--dry-run', 'print what would happen')
    .option('--skip-errors', 'skip rows with errors; otherwise an error stops the import')
    .action((file: string, options: object) => run({ command: 'school import', args: { file: resolve(file), ...options } }));
}
