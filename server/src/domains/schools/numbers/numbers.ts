/** Figures of a school or district (docs/behaviour/uses.md#figures). */
import { schoolYearOf } from '@fundus/contract/classes/rules';
import { DAY, shiftDay, shiftMonths, today } from '@fundus/contract/days';
import type { StreamAnswer } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import type { SchoolFigures } from '@fundus/contract/schools/numbers';
import { MIN_PEOPLE } from '@fundus/contract/schools/rules';
import type { Cell, TableQuery, TypedCell } from '@fundus/contract/table-file';
import { downloadName } from '../../../http/bodies/download-name.ts';
import { tableFile } from '../../../http/bodies/table-file.ts';
import type { UserCtx } from '../../../http/context.ts';
import { loadWords } from '../../mails/index.ts';
import { MONTHS_SHOWN } from '../../uses/index.ts';
import { readCosts } from './costs.ts';
import {
  countMembers,
  findClassesSince,
  countClassesByGrade,
  countActiveClassesByMonth,
  listMissed,
  sumUsesByMonth,
  listTopMedia,
  listUnused,
  type CountedScope,
} from './numbers-repository.ts';
import { requireAdministered } from '../service.ts';

const TOP = 10;
const MAX_MISSED = 20;
const MAX_COSTS = 15;
/** Number of days without use after which a licence is listed as unused. */
export const UNUSED_DAYS = 90;
export const ACTIVE_DAYS = 30;

/** Returns the value, or `null` if it comes from too few people. */
export const suppressSmall = (value: number, people: number): number | null => (people >= MIN_PEOPLE ? value : null);

/** Returns the scope of the figures: the given school, or the user's district if `id` is `null`. Throws `not_found` or `forbidden`. */
export async function requireCountedScope(ctx: UserCtx, id: string | null): Promise<CountedScope> {
  if (id !== null) {
    await requireAdministered(ctx, id);
    return { school: id };
  }
  if (ctx.user.district_id === null) throw new AppError('not_found');
  return { district: ctx.user.district_id };
}

export async function readNumbers(ctx: UserCtx, id: string | null): Promise<SchoolFigures> {
  const { unused, costs, ...found } = await findNumbers(ctx, await requireCountedScope(ctx, id));
  return {
    ...found,
    unused: { total: unused.length, items: unused.slice(0, TOP) },
    costs: { ...costs, total: costs.items.length, items: costs.items.slice(0, MAX_COSTS) },
  };
}

async function findNumbers({ db, now, config }: UserCtx, of: CountedScope) {
  const day = today(now);
  const shown = lastMonths(day);
  const span = { from: shown[0]!, to: shown.at(-1)! };
  const [members, grades, classMonths, since, months, top, unused, costs, missed] = await Promise.all([
    countMembers(db, of, new Date(now.getTime() - ACTIVE_DAYS * DAY), MIN_PEOPLE),
    countClassesByGrade(db, of, schoolYearOf(day, config.schoolYearEnd), MIN_PEOPLE),
    countActiveClassesByMonth(db, of, span, MIN_PEOPLE),
    findClassesSince(db),
    sumUsesByMonth(db, of, span, MIN_PEOPLE),
    listTopMedia(db, of, span, { by: 'uses', least: MIN_PEOPLE, limit: TOP }),
    listUnused(db, of, day, shiftDay(day, -UNUSED_DAYS)),
    readCosts(db, of, { first: `${span.from}-01`, day }),
    listMissed(db, of, span, { least: MIN_PEOPLE, limit: MAX_MISSED }),
  ]);
  const used = new Map(months.map((row) => [row.month, row]));
  const classesOf = new Map(classMonths.map((row) => [row.month, row.classes]));
  return {
    ...members,
    active: suppressSmall(members.active, members.active),
    classes: grades.reduce((sum, { all }) => sum + all, 0),
    months: shown.map((month) => ({ month, uses: suppressSmall(used.get(month)?.uses ?? 0, used.get(month)?.people ?? 0) })),
    class_months: shown
      .filter((month) => since !== null && month >= since)
      .map((month) => ({ month, classes: suppressSmall(classesOf.get(month) ?? 0, used.get(month)?.people ?? 0) })),
    class_grades: grades,
    top: top.map(({ identifier, fn_titel, uses }) => ({ identifier, fn_titel, uses })),
    unused,
    costs,
    missed,
  };
}

/** Returns the displayed months up to the given day, oldest first. */
const lastMonths = (day: string): string[] =>
  Array.from({ length: MONTHS_SHOWN }, (_, i) => shiftMonths(`${day.slice(0, 7)}-01`, i + 1 - MONTHS_SHOWN).slice(0, 7));

/** Streams the figures and all unused licences as a table. Suppressed values are empty. */
export async function writeNumbers(ctx: UserCtx, id: string | null, asked: TableQuery): Promise<StreamAnswer> {
  const found = await findNumbers(ctx, await requireCountedScope(ctx, id));
  const t = await loadWords(ctx, asked.lang);
  const euros = (value: number | null): TypedCell => ({ kind: 'money', value });
  const row = (what: string, name: string, value: Cell | TypedCell): (Cell | TypedCell)[] => [what, name, value];
  const rows = [
    ...(['members', 'teachers', 'active', 'classes'] as const).map((name) => row(t(`schools.numbers.${name}`), '', found[name])),
    ...found.months.map(({ month, uses }) => row(t('schools.numbers.months'), month, uses)),
    ...found.class_months.map(({ month, classes }) => row(t('schools.numbers.classMonths'), month, classes)),
    ...found.class_grades.map(({ grade, active }) =>
      row(t('schools.numbers.classGrades'), grade === null ? t('schools.numbers.noGrade') : String(grade), active),
    ),
    ...found.top.map(({ fn_titel, uses }) => row(t('schools.numbers.top'), fn_titel, uses)),
    ...found.missed.map(({ words, people }) => row(t('schools.numbers.missed'), words, people)),
    ...found.unused.map(({ fn_titel, price }) => row(t('schools.numbers.unused'), fn_titel, euros(price))),
    ...found.costs.items.flatMap(({ fn_titel, cost, uses, per_use }) => [
      row(t('schools.numbers.costs.csv.cost'), fn_titel, euros(cost)),
      row(t('schools.numbers.costs.csv.uses'), fn_titel, uses),
      row(t('schools.numbers.costs.csv.perUse'), fn_titel, euros(per_use)),
    ]),
  ];
  const columns = (['what', 'name', 'value'] as const).map((column) => ({
    title: t(`schools.numbers.csv.${column}`),
    kind: column === 'value' ? ('number' as const) : ('text' as const),
  }));
  return tableFile(asked, { name: downloadName(t, 'figures', today(ctx.now)), columns, rows });
}
