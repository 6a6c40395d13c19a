/** Statistics of a lending point (docs/behaviour/lending.md#numbers). Loans are counted from order lines, people once at a handover. */
import { lastDayOf, schoolYearOf } from '@fundus/contract/classes/rules';
import { daysBetween, shiftDay, shiftMonths, today } from '@fundus/contract/days';
import type { Input, StreamAnswer } from '@fundus/contract/endpoint';
import { MIN_PEOPLE } from '@fundus/contract/schools/rules';
import type { Loans, Statistics, lendingStatistics } from '@fundus/contract/lending/reports/statistics';
import type { Row } from '@fundus/contract/table-file';
import { downloadName } from '../../../http/bodies/download-name.ts';
import { tableFile } from '../../../http/bodies/table-file.ts';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { keyedHash } from '../../../secrets/sealed.ts';
import { loadWords } from '../../mails/index.ts';
import type { BorrowerIds } from '../borrowers/borrower.ts';
import { showGroups } from './small-groups.ts';
import {
  countPeople,
  findFirstLoan,
  listModelDevices,
  listCountedPeople,
  listSchoolNames,
  sumLoans,
  type StatisticsGroup,
  type LoansRow,
} from './statistics-repository.ts';
import { requirePoint } from '../points/access.ts';

/** Number of characters of a hash. They encode 132 bits, which makes collisions practically impossible. */
const HASH_LENGTH = 22;

const lastOfMonth = (day: string): string => shiftDay(`${shiftMonths(`${day.slice(0, 7)}-01`, 1)}`, -1);

/** Counts a borrower at a handover, at most once per month and once per school year, model and school. */
export async function countBorrower(
  { db, secret, now, config }: Pick<Ctx, 'db' | 'secret' | 'now' | 'config'>,
  { person_id, private_id, school_id, point_id }: BorrowerIds & { school_id: string | null; point_id: string },
  model_id: string,
): Promise<void> {
  const who = person_id ?? private_id;
  if (who === null) return;
  const day = today(now);
  const [year, month] = [schoolYearOf(day, config.schoolYearEnd), day.slice(0, 7)];
  const none: StatisticsGroup = { month: null, model_id: null, school_id: null };
  const about = [none, { ...none, month }, { ...none, model_id }, ...(school_id === null ? [] : [{ ...none, school_id }])];
  await countPeople(
    db,
    point_id,
    year,
    about.map((each) => ({
      ...each,
      hash: keyedHash(secret, 'lending', [year, point_id, each.month, each.model_id, each.school_id, who].join(' ')).slice(0, HASH_LENGTH),
      ends_on: each.month === null ? lastDayOf(year, config.schoolYearEnd) : lastOfMonth(day),
    })),
  );
}

/** Returns the school years from the first loan to the current year, newest first. */
function listLendingYears(first: string | null, day: string, yearEnd: string): string[] {
  const years: string[] = [];
  for (let at = day; ; at = shiftMonths(at, -12)) {
    const year = schoolYearOf(at, yearEnd);
    years.push(year);
    if (first === null || schoolYearOf(first, yearEnd) >= year) return years;
  }
}

/** Returns the first and last day of a school year. */
const spanOf = (year: string, yearEnd: string): { from: string; until: string } => ({
  from: shiftDay(lastDayOf(`${Number(year.slice(0, 4)) - 1}/`, yearEnd), 1),
  until: lastDayOf(year, yearEnd),
});

export async function readStatistics(
  ctx: UserCtx,
  { point, year: wanted }: Input<typeof lendingStatistics.statistics>['query'],
): Promise<Statistics> {
  await requirePoint(ctx, point, 'desk');
  const { db, now, config } = ctx;
  const day = today(now);
  const first = await findFirstLoan(db, point);
  const years = listLendingYears(first, day, config.schoolYearEnd);
  const asked = wanted === '' ? years.slice(0, 2) : [wanted];
  const counted: Awaited<ReturnType<typeof listCountedPeople>>[] = [];
  for (const year of asked) counted.push(await listCountedPeople(db, point, year));
  const ofAll = (rows: readonly (StatisticsGroup & { people: number })[]): number =>
    rows.find((row) => row.month === null && row.model_id === null && row.school_id === null)?.people ?? 0;
  const nth = Math.max(
    0,
    counted.findIndex((rows) => ofAll(rows) >= MIN_PEOPLE),
  );
  const [year, people] = [asked[nth]!, counted[nth]!];
  const { from, until } = spanOf(year, config.schoolYearEnd);
  const rows = await sumLoans(db, point, { from, until, day });
  const models = await listModelDevices(db, point);
  // If the point opened during the year, its use is measured from the first loan on.
  const since = first !== null && first > from ? first : from;
  const open = Math.max(1, daysBetween(since, day < until ? day : until) + 1);
  const present = ({ loans, late, days }: LoansRow, devices: number): Loans => ({
    ...{ loans, late, days },
    used: devices === 0 ? null : Math.min(100, Math.round((days / (devices * open)) * 100)),
  });
  const peopleOf = (about: Partial<StatisticsGroup>): number =>
    people.find(
      (row) =>
        row.month === (about.month ?? null) && row.model_id === (about.model_id ?? null) && row.school_id === (about.school_id ?? null),
    )?.people ?? 0;
  const empty = { month: null, model_id: null, school_id: null, loans: 0, late: 0, days: 0 };
  const isShown = ofAll(people) >= MIN_PEOPLE;
  /** Adds the numbers to each group. They are `null` for suppressed groups. */
  const withNumbers = <G extends { row: LoansRow; people: number; devices: number }>(groups: readonly G[]): (G & { shown: Loans })[] => {
    const sized = groups.map((group) => ({ group, people: group.people, loans: group.row.loans }));
    const shown = isShown ? showGroups(sized) : new Set();
    return sized.map((each) => ({ ...each.group, shown: shown.has(each) ? present(each.group.row, each.group.devices) : null }));
  };
  const all = models.reduce((sum, { devices }) => sum + devices, 0);
  const months = monthsOf(from, day < until ? day : until).map((month) => ({
    month,
    row: rows.find((row) => row.of === 'month' && row.month === month) ?? { ...empty, of: 'month' as const },
    ...{ people: peopleOf({ month }), devices: 0 },
  }));
  const bySchool = rows.filter((row) => row.of === 'school');
  const names = await listSchoolNames(
    db,
    bySchool.flatMap(({ school_id }) => school_id ?? []),
  );
  const total = rows.find((row) => row.of === 'all') ?? { ...empty, of: 'all' as const };
  return {
    ...{ years, year, people: isShown ? ofAll(people) : null, total: isShown ? present(total, all) : null },
    months: withNumbers(months).map(({ month, shown }) => ({ month, loans: shown })),
    models: withNumbers(
      models.map((model) => ({
        ...model,
        row: rows.find((row) => row.of === 'model' && row.model_id === model.id) ?? { ...empty, of: 'model' as const },
        people: peopleOf({ model_id: model.id }),
      })),
    )
      .map(({ id, name, devices, shown }) => ({ id, name, devices, loans: shown }))
      .sort((a, b) => (b.loans?.loans ?? -1) - (a.loans?.loans ?? -1)),
    schools: withNumbers(
      bySchool.map((row) => ({
        name: (row.school_id && names.get(row.school_id)) || '',
        ...{ row, devices: 0, people: row.school_id === null ? 0 : peopleOf({ school_id: row.school_id }) },
      })),
    )
      .map(({ name, shown }) => ({ name, loans: shown }))
      .sort((a, b) => (b.loans?.loans ?? -1) - (a.loans?.loans ?? -1) || a.name.localeCompare(b.name, 'de')),
  };
}

function monthsOf(from: string, until: string): string[] {
  const months: string[] = [];
  for (let day = `${from.slice(0, 7)}-01`; day <= until; day = shiftMonths(day, 1)) months.push(day.slice(0, 7));
  return months;
}

/** Writes all groups into one table. Suppressed numbers are empty cells. */
export async function writeStatistics(
  ctx: UserCtx,
  { format, lang, ...query }: Input<typeof lendingStatistics.statisticsFile>['query'],
): Promise<StreamAnswer> {
  const found = await readStatistics(ctx, query);
  const t = await loadWords(ctx, lang);
  const cells = (loans: Loans): Row => (loans ? [loans.loans, loans.late, loans.days, loans.used] : [null, null, null, null]);
  const row = (what: 'total' | 'month' | 'model' | 'school', name: string, loans: Loans): Row => [
    ...[t(`lending.numbers.by.${what}`), name],
    ...cells(loans),
  ];
  const rows = [
    row('total', found.year, found.total),
    ...found.months.map(({ month, loans }) => row('month', month, loans)),
    ...found.models.map(({ name, loans }) => row('model', name, loans)),
    ...found.schools.map(({ name, loans }) => row('school', name || t('lending.numbers.noSchool'), loans)),
  ];
  const columns = (['by', 'name', 'loans', 'late', 'days', 'used'] as const).map((column, i) => ({
    title: t(`lending.numbers.csv.${column}`),
    kind: i < 2 ? ('text' as const) : ('number' as const),
  }));
  return tableFile({ format, lang }, { name: downloadName(t, 'lending', found.year.replace('/', '-')), columns, rows });
}
