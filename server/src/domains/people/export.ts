import { today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import type { people, PersonRole } from '@fundus/contract/people/people';
import { downloadName } from '../../http/bodies/download-name.ts';
import type { UserCtx } from '../../http/context.ts';
import { readPages, tableFile } from '../../http/bodies/table-file.ts';
import { loadWords } from '../mails/index.ts';
import { makePeopleReader } from './people.ts';

const ROLES = { L: 'role.teacher', P: 'role.staff', S: 'people.role.learner' } as const satisfies Partial<Record<PersonRole, string>>;

/** Streams the filtered and sorted list as a table with the columns of the screen. The last sign-in is exported as a month only. */
export async function exportPeople(
  ctx: UserCtx,
  { format, lang, ...asked }: Input<typeof people.exportList>['query'],
): Promise<StreamAnswer> {
  const t = await loadWords(ctx, lang);
  const columns = [
    ...[t('people.lastName'), t('people.import.field.vorname'), t('people.import.field.email')].map((title) => ({ title })),
    ...[t('people.username'), t('people.role'), t('people.school'), t('people.capabilities')].map((title) => ({ title })),
    { title: t('people.state') },
    { title: t('people.stateSince'), kind: 'moment' },
    { title: t('people.last') },
  ] as const;
  const rows = readPages(makePeopleReader(ctx, asked), (row) => [
    ...[row.name, row.vorname, row.email, row.username],
    [
      row.role !== '' && t(ROLES[row.role]),
      row.school_admin !== '0' && t('role.schoolAdmin'),
      row.district_admin === '1' && t('role.districtAdmin'),
    ]
      .filter(Boolean)
      .join(', '),
    row.school_name,
    row.capabilities.map((each) => t(`people.${each}`)).join(', '),
    t(`people.state.${row.state}`),
    row.state_since,
    row.last_sign_in_at?.toISOString().slice(0, 7) ?? '',
  ]);
  return tableFile({ format, lang }, { name: downloadName(t, 'people', today(ctx.now)), columns, rows });
}
