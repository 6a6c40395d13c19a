/**
 * Licences out of the rows of a table that names their schools: new ones are entered, existing ones renewed. No call uses it yet: only
 * the test uses it until the import of packages reads a column with the school.
 */
import { AppError } from '@fundus/contract/errors';
import { MOST_LICENCES_AT_ONCE } from '@fundus/contract/licences/bulk';
import { newId } from '../../db/new-id.ts';
import type { UserCtx } from '../../http/context.ts';
import { isDistrictEditor } from './active.ts';
import { noteBySchool, storedOf } from './bulk.ts';
import { findSchoolsOf, insertBulk, insertMany, noteEvents, setTerms, type StoredTerms } from './bulk-repository.ts';
import type { Owner } from './enter.ts';
import { findSchool, type ManagedRow } from './manage-repository.ts';
import { listRenewable } from './list-repository.ts';
import type { PackageLine, Problem } from './package-lines.ts';
import { isSchool, judge } from './packages.ts';
import { managesLicences, mayEdit } from './policy.ts';
import { announce, definedOnly, settleChange } from './service.ts';

/** `changed`: the licence is here and gets the terms of the row; `here`: it has them already. */
export type RowResult = 'new' | 'changed' | 'here' | 'unknown' | 'expired' | 'error';
export type AssignedRow = {
  line: number;
  medium: string;
  title: string | null;
  /** Name of the school; '' for the district or the own school. */
  school: string;
  valid_to: string | null;
  previous_valid_to: string | null;
  result: RowResult;
  problem: Problem | null;
};
export type Assigned = { rows: AssignedRow[]; created: number; changed: number; here: number; left_out: number; bulk_id: string | null };

type School = { owner: Owner; name: string; number: string | null };
type Done = { identifier: string; school_id: string | null; owner_district: string | null };

/** Finds the school a row names by its number; without one it is the district's, or the own school's. */
async function schoolFinder(ctx: UserCtx): Promise<(named: string) => School | undefined> {
  const { user } = ctx;
  if (!managesLicences(user)) throw new AppError('forbidden');
  const district = isDistrictEditor(user);
  const own = district ? undefined : await findSchool(ctx.db, user.school_id!);
  const schools = district ? await findSchoolsOf(ctx.db, user.district_id, 'all', 100_000) : own ? [own] : [];
  const byNumber = new Map(schools.map((school) => [school.number.toLowerCase(), school]));
  const none: School = {
    owner: district ? { district_id: user.district_id, school_id: null } : { district_id: null, school_id: user.school_id },
    name: '',
    number: own?.number ?? null,
  };
  return (named) => {
    if (named === '') return none;
    const found = byNumber.get(named.toLowerCase()) ?? byNumber.get(named.toLowerCase().split('-').at(-1)!);
    return found && isSchool(named, found.number)
      ? { owner: { district_id: null, school_id: found.id }, name: found.name, number: found.number }
      : undefined;
  };
}

/**
 * Judges the rows and, unless it is a dry run, enters and renews what can be in one transaction. A row is known by the licensor with the number of the
 * licence, or without a number by medium, owner, scope and licensor. Throws `too_large` above `MOST_LICENCES_AT_ONCE` rows. Called by its test only.
 */
export async function assignByRows(
  ctx: UserCtx,
  lines: readonly PackageLine[],
  { licensor, dryRun }: { licensor: string; dryRun: boolean },
): Promise<Assigned> {
  if (lines.length > MOST_LICENCES_AT_ONCE) throw new AppError('too_large', { field: 'rows', details: { most: MOST_LICENCES_AT_ONCE } });
  const find = await schoolFinder(ctx);
  const rows: AssignedRow[] = [];
  const inserts: Parameters<typeof insertMany>[1][number][] = [];
  const renewals: { row: ManagedRow; next: StoredTerms }[] = [];
  const codes = new Set<string>();
  for (const [named, those] of Map.groupBy(lines, ({ school }) => school)) {
    const school = find(named);
    const base = (line: PackageLine) => ({
      line: line.line,
      medium: line.medium,
      title: null,
      school: school?.name ?? named,
      valid_to: line.valid_to,
      previous_valid_to: null,
    });
    if (!school) {
      rows.push(...those.map((line) => ({ ...base(line), result: 'error' as const, problem: { field: 'school', rule: 'unknown' } })));
      continue;
    }
    const renewable = await listRenewable(ctx.db, school.owner);
    const judged = await judge(ctx, { lines: those, licensor }, school.owner, school.number);
    for (const [i, found] of judged.entries()) {
      const line = those[i]!;
      const from = line.licensor || licensor;
      const row = { ...base(line), title: found.title, valid_to: found.valid_to };
      const code = JSON.stringify([from, line.code]);
      if (line.code !== '' && codes.has(code)) {
        rows.push({ ...row, result: 'error', problem: { field: 'code', rule: 'duplicate' } });
        continue;
      }
      codes.add(code);
      const known = renewable.find((each) =>
        line.code === ''
          ? each.identifier === found.insert?.identifier && each.scope === line.scope && each.licensor === from
          : each.purchase_ref === line.code && each.licensor === from,
      );
      if (known && (found.result === 'here' || found.result === 'new')) {
        const renewed = renew(ctx, known, line);
        rows.push({ ...row, title: known.fn_titel, previous_valid_to: known.valid_to, ...renewed.row });
        if (renewed.next) renewals.push({ row: known, next: renewed.next });
      } else {
        rows.push({ ...row, result: found.result, problem: found.problem });
        if (found.insert) inserts.push(found.insert);
      }
    }
  }
  rows.sort((a, b) => a.line - b.line);
  const countOf = (...results: RowResult[]): number => rows.filter(({ result }) => results.includes(result)).length;
  const reply = {
    ...{ rows, created: countOf('new'), changed: countOf('changed'), here: countOf('here') },
    left_out: countOf('unknown', 'expired', 'error'),
    bulk_id: null,
  };
  if (dryRun || inserts.length + renewals.length === 0) return reply;
  return { ...reply, bulk_id: await write(ctx, inserts, renewals) };
}

/** Returns the terms a row gives a licence that is here: its end, price and counted seats. */
function renew(
  ctx: UserCtx,
  known: ManagedRow,
  line: PackageLine,
): { row: Pick<AssignedRow, 'result' | 'problem' | 'valid_to'>; next: StoredTerms | null } {
  const refuse = (field: string, rule: string) => ({
    row: { result: 'error' as const, problem: { field, rule }, valid_to: known.valid_to },
    next: null,
  });
  if (!mayEdit(ctx.user, known)) return refuse('code', 'taken');
  const terms = definedOnly({
    valid_to: line.runtime === 'until_date' && line.valid_to !== null ? line.valid_to : undefined,
    seats: line.scope === known.scope && line.seats > 0 && known.scope !== 'single' ? line.seats : undefined,
  });
  const { problems, ...settled } = settleChange(ctx, known, terms);
  if (problems[0]) return refuse(problems[0].field, problems[0].rule);
  const next = { ...storedOf(settled), price: line.price ?? known.price };
  const same = JSON.stringify(next) === JSON.stringify(storedOf(known));
  return { row: { result: same ? 'here' : 'changed', problem: null, valid_to: next.valid_to }, next: same ? null : next };
}

async function write(
  ctx: UserCtx,
  inserts: Parameters<typeof insertMany>[1],
  renewals: readonly { row: ManagedRow; next: StoredTerms }[],
): Promise<string> {
  const by = { at: ctx.now, person_id: ctx.user.id };
  await insertMany(ctx.db, inserts);
  const changed = await setTerms(
    ctx.db,
    renewals.map(({ row, next }) => ({ id: row.id, version: row.version, ...next })),
  );
  if (changed < renewals.length) throw new AppError('version_conflict');
  await noteEvents(
    ctx.db,
    renewals.map(({ row }) => row.id),
    { what: 'changed', ...by },
  );
  const district = ctx.user.district_id;
  const entered = inserts.map((row): Done => ({ identifier: row.identifier, school_id: row.school_id ?? null, owner_district: district }));
  const renewed = renewals.map(({ row }): Done => ({ identifier: row.identifier, school_id: row.school_id, owner_district: district }));
  await noteBySchool(ctx, 'licence.createMany', entered, {});
  await noteBySchool(ctx, 'licence.changeMany', renewed, {});
  const id = newId(ctx.now);
  await insertBulk(ctx.db, {
    ...{ id, ...by },
    rows: [
      ...renewals.map(({ row }) => ({ id: row.id, version: row.version + 1, before: storedOf(row) })),
      ...inserts.map((row) => ({ id: row.id!, version: 1, before: null })),
    ],
  });
  await announce(
    ctx,
    [...entered, ...renewed].map(({ identifier }) => identifier),
  );
  return id;
}
