import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import type { people, PersonRole } from '@fundus/contract/people/people';
import type { UserCtx } from '../../http/context.ts';
import { readPages, tableFile } from '../../http/bodies/table-file.ts';
import { loadWords } from '../mails/index.ts';
import { listAsked } from './people.ts';

const ROLES = { L: 'role.teacher', P: 'role.staff', S: 'people.role.learner' } as const satisfies Partial<Record<PersonRole, string>>;

/** Streams the filtered and sorted list as a table. Contains the columns of the screen; sign-ins as months only. */
export async function exportPeople(
  ctx: UserCtx,
  { format, lang, ...asked }: Input<typeof people.exportList>['query'],
): Promise<StreamAnswer> {
  const say = await loadWords(ctx, lang);
  const columns = [
    ...[say('people.lastName'), say('people.import.field.vorname'), say('people.import.field.email')].map((title) => ({ title })),
    ...[say('people.username'), say('people.role'), say('people.school'), say('people.capabilities')].map((title) => ({ title })),
    { title: say('people.state') },
    { title: say('people.stateSince'), kind: 'moment' },
    { title: say('people.last') },
  ] as const;
  const rows = readPages(listAsked(ctx, asked), (row) => [
    ...[row.name, row.vorname, row.email, row.username],
    [
      row.role !== '' && say(ROLES[row.role]),
      row.school_admin !== '0' && say('role.schoolAdmin'),
      row.district_admin === '1' && say('role.districtAdmin'),
    ]
      .filter(Boolean)
      .join(', '),
    row.school_name,
    row.capabilities.map((each) => say(`people.${each}`)).join(', '),
    say(`people.state.${row.state}`),
    row.state_since,
    row.last_sign_in_at?.toISOString().slice(0, 7) ?? '',
  ]);
  return tableFile({ format, lang }, { name: `people-${today(ctx.now)}`, columns, rows });
}
