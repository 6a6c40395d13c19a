/** Imports open loans from another system (docs/behaviour/lending.md#migration-from-another-system). */
import { daysBetween, today } from '@fundus/contract/days';
import { MAX_GONE, type MigrationNote, type MigrationRow } from '@fundus/contract/lending/migration/migration';
import { newId } from '../../../db/new-id.ts';
import { keyedHash } from '../../../secrets/sealed.ts';
import { newNumber } from '../orders/numbers.ts';
import { listOrdersById } from '../allocation/order-repository.ts';
import { spanOf } from '../allocation/spans.ts';
import { findDevice, type Devices } from './devices.ts';
import { toFailedRow, type MigrationContext, type MigrationCtx } from './migrating.ts';
import { insertMigrated, listMigrated, updateMigratedOrders, type DeviceRow, type MigratedRow } from './migration-repository.ts';
import { createPlacementPlan, type PlacementPlan } from './placing.ts';
import type { MigrationLine } from './read-file.ts';
import { foldNumber as fold, type KnownBorrower } from '../borrowers/number-repository.ts';
import { findBorrowers } from './who.ts';

type Loan = {
  id: string;
  known: MigratedRow | null;
  key: string;
  item: DeviceRow;
  borrower: KnownBorrower;
  lent: string;
  due: string;
  busy_from: string;
  busy_until: string;
  renewals: number;
  reminders: number;
  purpose: string;
  order: string;
};
type Checked = MigrationRow & { loan: Loan | null };
export type CheckedLoans = { rows: Checked[]; placing: PlacementPlan; gone: string[] };

/** Maximum age of a loan in days. An older date is probably mistyped. */
const MAX_AGE = 3_660;
/** Maximum number of days until a loan is due. */
const MAX_AHEAD = 1_830;

export const hashKey = ({ secret }: MigrationCtx, ...parts: string[]): string => keyedHash(secret, 'lending-migration', parts.join('\n'));

export async function checkLoans(
  { ctx, point }: MigrationContext,
  lines: readonly MigrationLine[],
  devices: Devices,
): Promise<CheckedLoans> {
  const day = today(ctx.now);
  const migrated = new Map((await listMigrated(ctx.db, point.id, 'loan')).map((row) => [row.key, row]));
  const byLine = new Map([...migrated.values()].map((row) => [row.id, row]));
  // Finds a loan that was imported before, even if the earlier file named its device or borrower differently.
  const findSame = ({ line_id }: DeviceRow, lent: string): MigratedRow | null => {
    const row = line_id === null ? undefined : byLine.get(line_id);
    return row?.start_on === lent ? row : null;
  };
  const whoIs = await findBorrowers(ctx.db, point, lines);
  const found = lines.map((line) => findDevice(devices, line.cells.device));
  const placing = await createPlacementPlan(
    ctx,
    found.flatMap((each) => ('item' in each ? each.item.model_id : [])),
  );
  const keys = new Map<string, number>();
  const taken = new Map<string, number>();
  const rows: Checked[] = [];
  for (const [i, line] of lines.entries()) {
    const { cells, days, counts } = line;
    const base = { line: line.line, name: cells.device ?? '', about: '' };
    const fail = (field: string, rule: string, about = ''): number => rows.push({ ...toFailedRow(base, field, rule, about), loan: null });
    if (line.problem) {
      fail(line.problem.field, line.problem.rule);
      continue;
    }
    const [lent, due] = [days.lent_on!, days.due_on!];
    const who = fold(cells.borrower) || fold(cells.email);
    const key = hashKey(ctx, 'loan', fold(cells.device), ...(fold(cells.number) ? ['number', fold(cells.number)] : [who, lent]));
    const device = found[i]!;
    const known = migrated.get(key) ?? ('item' in device ? findSame(device.item, lent) : null);
    const renewals = counts.renewals ?? known?.renewals ?? 0;
    if (keys.has(key)) {
      fail('device', 'twice', String(keys.get(key)));
      continue;
    }
    keys.set(key, line.line);
    if (known) keys.set(known.key, line.line);
    if (known && !(known.paused && known.state === 'on_loan' && (known.end_on !== due || known.renewals !== renewals))) {
      rows.push({ ...base, result: 'same', notes: [], problem: null, loan: null });
      if (known.item_id && known.state === 'on_loan') taken.set(known.item_id, line.line);
      continue;
    }
    const borrower = whoIs(line);
    if ('problem' in device) fail('device', device.problem, device.about);
    else if ('problem' in borrower) fail(borrower.problem.field, borrower.problem.rule, borrower.problem.about);
    else if (lent > day) fail('lent_on', 'future');
    else if (daysBetween(lent, day) > MAX_AGE) fail('lent_on', 'far');
    else if (due < lent) fail('due_on', 'range');
    else if (daysBetween(day, due) > MAX_AHEAD) fail('due_on', 'far');
    else if (taken.has(device.item.id)) fail('device', 'twice', String(taken.get(device.item.id)));
    else if (device.item.line_id !== null && device.item.line_id !== known?.id) fail('device', 'on_loan', device.item.borrower ?? '');
    else if (device.item.state !== 'available') fail('device', 'state', device.item.state);
    else {
      const { item } = device;
      const id = known?.id ?? newId(ctx.now);
      const span = spanOf(point, item, { start: lent, end: due, lessons: null });
      const busy = { from: lent, until: span.until };
      const result = placing.takeDevice(item.id, {
        ...{ id, order_id: rowOrder(line.line), model_id: item.model_id, state: 'on_loan', busy, end: due, fixed: true },
      });
      if ('line' in result) {
        const { rule, about } = await describeConflict(ctx, result.line.order_id);
        fail('device', rule, about);
        continue;
      }
      taken.set(item.id, line.line);
      const notes: MigrationNote[] = [
        ...(due < day ? (['overdue'] as const) : []),
        ...(item.not_lendable ? (['set_aside'] as const) : []),
        ...(result.moved ? (['moved'] as const) : []),
      ];
      const order = [borrower.borrower.person_id, borrower.borrower.private_id, lent, fold(cells.number)].join('\n');
      rows.push({
        ...{ ...base, about: [item.model, borrower.borrower.name].join(' · '), result: known ? 'changed' : 'new', notes, problem: null },
        loan: {
          ...{
            id,
            known,
            key,
            item,
            borrower: borrower.borrower,
            lent,
            due,
            busy_from: busy.from,
            busy_until: busy.until,
            renewals,
            order,
          },
          ...{ reminders: Math.min(counts.reminders ?? 0, point.overdue_days.length), purpose: cells.purpose ?? '' },
        },
      });
    }
  }
  const gone = [...migrated].flatMap(([key, { state, paused, code }]) =>
    state === 'on_loan' && paused && !keys.has(key) && code !== null ? code : [],
  );
  return { rows, placing, gone: gone.slice(0, MAX_GONE) };
}

/** Returns why a device is not free: an order reserves it, or another row of the file names it. */
export async function describeConflict({ db }: MigrationCtx, order: string): Promise<{ rule: string; about: string }> {
  if (order.startsWith(ROW)) return { rule: 'needed_row', about: order.slice(ROW.length) };
  const [row] = await listOrdersById(db, [order]);
  return { rule: 'needed', about: row ? [row.number, row.borrower ?? ''].filter(Boolean).join(' · ') : '' };
}

/** Prefix of the order id of rows that have not been written yet. */
const ROW = 'row ';
export const rowOrder = (line: number): string => `${ROW}${line}`;

/** Returns noon of a day, but not later than now. Noon in UTC falls on the same day in Berlin all year round. */
export const noonOf = (day: string, now: Date): Date => {
  const noon = new Date(`${day}T11:00:00Z`);
  return noon < now ? noon : now;
};

export async function writeLoans({ ctx, point }: MigrationContext, { placing }: CheckedLoans, rows: readonly Checked[]): Promise<void> {
  const { db, now, user } = ctx;
  const loans = rows.flatMap(({ loan }) => loan ?? []);
  const added = loans.filter(({ known }) => known === null);
  await placing.write();
  await updateMigratedOrders(
    db,
    loans.filter(({ known }) => known !== null).map(({ id, due, busy_until, renewals }) => ({ id, end_on: due, busy_until, renewals })),
  );
  const orders = [...Map.groupBy(added, ({ order }) => order)].map(([key, of]) => ({ key, id: newId(now), of }));
  const idOf = new Map(orders.map(({ key, id }) => [key, id]));
  await insertMigrated(db, {
    orders: orders.map(({ id, of: [first] }) => {
      const { person_id, private_id, school_id } = first!.borrower;
      const at = noonOf(first!.lent, now);
      const ids = { person_id, private_id, school_id };
      // No fee, because the other system charged for these days.
      return {
        id,
        number: newNumber(),
        point_id: point.id,
        ...ids,
        day_cents: null,
        purpose: first!.purpose,
        walk_up: true,
        submitted_at: at,
        created_at: at,
      };
    }),
    lines: added.map(({ id, item, lent, due, busy_from, busy_until, renewals, reminders, order }) => ({
      ...{ id, order_id: idOf.get(order)!, model_id: item.model_id, item_id: item.id, start_on: lent, end_on: due, busy_from, busy_until },
      ...{ state: 'on_loan' as const, renewals, handed_at: noonOf(lent, now), overdue_level: reminders },
    })),
    migrated: added.map(({ id, key }) => ({ line_id: id, point_id: point.id, kind: 'loan' as const, key })),
    records: added.map(({ id, item, lent }) => ({
      ...{ id: newId(now), item_id: item.id, line_id: id, kind: 'issue' as const, person_id: user?.id ?? null, at: noonOf(lent, now) },
    })),
  });
}
