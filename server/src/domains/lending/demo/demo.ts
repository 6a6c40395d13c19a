/** The demo's lending point with devices, orders and loans around the day it is loaded. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY, shiftDay, shiftMonths, today } from '@fundus/contract/days';
import { courierBusy } from '@fundus/contract/lending/allocation/courier';
import { busyDays, collectUntil, openingDayFrom, opensOn, type PointRules } from '@fundus/contract/lending/calendar/rules';
import { z } from 'zod';
import { newId } from '../../../db/new-id.ts';
import type { DemoAt, DemoGoing } from '../../../domain.ts';
import { courierColumns } from '../allocation/courier.ts';
import { DEMO_KEEP_DAYS, makeHistory } from './history.ts';
import { makeInventory } from './inventory.ts';
import { DemoWait, makeWaits } from './waits.ts';
import { DemoCopies, makeCopies } from './copies.ts';
import { makeDamage } from './damage.ts';
import { DemoBriefing, DemoTemplate, makeSets } from './sets.ts';
import { DemoManuals, makeManual } from './manuals.ts';
import { listManualsAt } from '../models/manual-repository.ts';
import { pathOf as pathOfManual } from '../models/manuals.ts';
import { DemoPool, makePool, POOL_RULES } from './pool.ts';
import { DemoPrivate, makePrivate } from './private-borrowers.ts';
import { DemoPictures, makePicture } from './pictures.ts';
import { DemoTour, daysByTour, makeTours } from './tours.ts';
import { findDemoPoint, findSchoolOf, listSchoolIds, removePoint } from './repository.ts';
import { insertLines, insertOrder, updateLine, updateOrder } from '../allocation/order-repository.ts';
import { insertPoint } from '../points/point-repository.ts';
import { listPicturesAt } from '../models/picture-repository.ts';
import { pathOf, SIZES } from '../models/pictures.ts';
import { insertModel, setFits } from '../models/stock-repository.ts';
import { insertItem } from '../models/item-repository.ts';
import { listCourierDays } from '../allocation/tour-repository.ts';

const DemoLending = z.strictObject({
  name: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  words: z.string(),
  terms: z.string(),
  /** Opening times from Monday on; empty: closed. */
  week: z.array(z.string()).length(7),
  models: z.array(
    z.strictObject({
      name: z.string(),
      maker: z.string(),
      category: z.string(),
      /** Prefix of the codes of its devices. */
      code: z.string(),
      count: z.int(),
      description: z.string(),
      /** `2 × Akku`, or a name alone for one. */
      parts: z.array(z.string()),
      euro: z.int(),
      max_days: z.int().default(14),
      buffer_after: z.int().nullable().default(null),
      identifier: z.string().nullable().default(null),
      needs_briefing: z.boolean().default(false),
      self_service: z.boolean().default(false),
    }),
  ),
  /** The lending point of the school itself. */
  pool: DemoPool,
  suppliers: z.array(z.string()).min(1),
  tours: z.array(DemoTour),
  waits: z.array(DemoWait),
  templates: z.array(DemoTemplate),
  copies: z.array(DemoCopies),
  briefings: z.array(DemoBriefing),
  private: DemoPrivate,
  manuals: DemoManuals,
  pictures: DemoPictures,
  /** Codes of models that fit a model, by its code. */
  fitting: z.record(z.string(), z.array(z.string())),
  orders: z.array(
    z.strictObject({
      by: z.string(),
      title: z.string(),
      purpose: z.string(),
      state: z.enum(['requested', 'approved', 'ready', 'on_loan', 'returned']),
      /** Days from today, moved to the next opening day; `ready` orders begin on the last opening day. */
      start: z.int(),
      end: z.int(),
      /** Prefixes of device codes. */
      models: z.array(z.string()),
      courier: z.boolean().default(false),
    }),
  ),
});

const readDemo = () => DemoLending.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'demo.json'), 'utf8')));

const partOf = (words: string) => {
  const [, count = '1', name = words] = /^(\d+) × (.+)$/.exec(words) ?? [];
  return { name, count: Number(count) };
};

export async function makeDemo({ db, storage, now, school_id, district_id, records, people, config }: DemoAt): Promise<void> {
  const {
    week,
    models,
    orders,
    suppliers,
    tours,
    waits,
    templates,
    copies,
    briefings,
    fitting,
    pictures,
    pool,
    private: known,
    manuals,
    ...about
  } = readDemo();
  const point = {
    ...about,
    week: week.map((words) => ({ open: words !== '', processed: words !== '', words })),
    closures: [{ from: shiftDay(today(now), 32), until: shiftDay(today(now), 46), name: 'Schulferien', processed: false }],
    ...{
      mode: 'days' as const,
      max_lessons: 4,
      advance_days: 1,
      horizon_days: 365,
      max_days: 14,
      max_days_on: [],
      most_lines: 20,
      buffer_before: 0,
      buffer_after: 0,
      visits_max: null,
    },
    ...{
      pickup_grace: 2,
      renewals_max: 2,
      renewal_days: 7,
      remind_days: 1,
      overdue_days: [3, 8, 15],
      unavailable_step: 1,
      keep_days: DEMO_KEEP_DAYS,
      same_day_turnaround: true,
      approval: 'manual' as const,
      open_to: 'everyone' as const,
      open_schools: null,
      learners: false,
      guests: true,
      learner_lines: 3,
      by_post: false,
      private_borrowers: true,
      private_day_cents: 250,
      signature: true,
      purpose_required: false,
    },
  };
  const point_id = newId(now);
  await insertPoint(db, point_id, { district_id }, point, now);
  const devices = new Map<string, { model_id: string; buffer_after: number | null; free: string[] }>();
  const all: { id: string; model_id: string; parts: { name: string; count: number }[] }[] = [];
  for (const [nth, { code, count, parts, euro, identifier, ...model }] of models.entries()) {
    const model_id = newId(now);
    await insertModel(db, {
      ...model,
      id: model_id,
      point_id,
      parts: parts.map(partOf),
      manual: '',
      teachers_only: false,
      replacement_cents: euro * 100,
      identifier: records.some((record) => record.identifier === identifier) ? identifier : null,
    });
    await makePicture({ db, storage, now }, model_id, pictures[code]);
    await makeManual({ db, storage, now }, model_id, manuals[code]);
    const free: string[] = [];
    for (let i = 1; i <= count; i++) {
      const item = {
        id: newId(now),
        point_id,
        model_id,
        code: `${code}-${String(i).padStart(2, '0')}`,
        serial: '',
        shelf: `${code[0]}${i}`,
      };
      await insertItem(db, {
        ...item,
        ...{ not_lendable: false, note: '', next_check_on: model.category.startsWith('Ton') && i === 1 ? shiftDay(today(now), 24) : null },
        ...lifeOf(today(now), { euro, nth, i, supplier: suppliers[nth % suppliers.length]! }),
      });
      free.push(item.id);
      all.push({ id: item.id, model_id, parts: parts.map(partOf) });
    }
    devices.set(code, { model_id, buffer_after: model.buffer_after, free });
  }
  for (const [code, fits] of Object.entries(fitting))
    await setFits(
      db,
      devices.get(code)!.model_id,
      fits.map((each) => devices.get(each)!.model_id),
    );
  await makeCopies(db, copies, { point_id, records, now });
  await makeTours(db, tours, { point_id, district_id, now });
  const { schoolYearEnd } = config;
  await makeHistory(db, { point_id, point, devices: all, schools: await listSchoolIds(db, district_id), schoolYearEnd, now });
  await makeInventory(db, point_id, now);
  const idOf = await people();
  const modelOf = (code: string): string => devices.get(code)!.model_id;
  await makePool(db, pool, { school_id, rules: { ...point, ...POOL_RULES }, idOf, now, storage, pictures });
  await makeSets(db, { templates, briefings, modelOf, personOf: idOf, point_id, now });
  await makeDamage(db, { devices, reporter: idOf(orders[0]!.by), now });
  for (const [i, { by, title, purpose, state, start, end, models: wanted, courier }] of orders.entries()) {
    const id = newId(now);
    const sent = new Date(now.getTime() - (Math.max(0, -start) + 3) * DAY);
    const person_id = idOf(by);
    const school_id = await findSchoolOf(db, person_id);
    await insertOrder(db, { id, number: String(4_070_912_300 + i * 17), point_id, person_id, school_id, created_at: sent });
    await updateOrder(db, id, { title, purpose, delivery: courier ? 'courier' : 'pickup', submitted_at: sent });
    const openFrom = (days: number): string => openingDayFrom(point, shiftDay(today(now), days))!;
    const wished = { first: state === 'ready' ? lastOpenDay(point, today(now)) : openFrom(start), last: openFrom(end) };
    const onLoan = state === 'on_loan';
    const drives = courier ? await listCourierDays(db, point_id, school_id) : null;
    const { first, last, days } = drives ? daysByTour(point, drives, { ...wished, onLoan }, today(now)) : { ...wished, days: null };
    for (const code of wanted) {
      const { model_id, buffer_after, free } = devices.get(code)!;
      const item_id = free.pop()!;
      const [line, over] = [newId(now), state === 'returned'];
      const model = { max_days: null, buffer_after };
      const busy = days ? courierBusy(point, model, days) : busyDays(point, model, first, last);
      await insertLines(
        db,
        [
          {
            id: line,
            order_id: id,
            model_id,
            item_id,
            start_on: first,
            end_on: onLoan && end < 0 ? shiftDay(today(now), end) : last,
            ...courierColumns(days),
            busy_from: over ? null : busy.from,
            busy_until: over ? null : busy.until,
            state,
          },
        ],
        now,
      );
      if (state === 'approved' || state === 'ready') await updateLine(db, line, { collect_until: collectUntil(point, first) });
      if (onLoan || over) await updateLine(db, line, { handed_at: new Date(`${days?.bring ?? first}T10:00:00Z`) });
      if (days && onLoan) await updateLine(db, line, { courier: 'brought', courier_on: days.bring });
      if (over) await updateLine(db, line, { result: 'ok', over_at: new Date(`${last}T10:00:00Z`) });
    }
  }
  await makePrivate(db, known, { point: { ...point, id: point_id }, devices, idOf, now });
  await makeWaits(db, waits, { point: { ...point, id: point_id }, devices, idOf, now });
}

/** Returns today or the last opening day, so that ready devices can be collected at the kiosk on any day. */
function lastOpenDay(point: PointRules, day: string): string {
  let open = day;
  while (!opensOn(point, open)) open = shiftDay(open, -1);
  return open;
}

/** Bought within the last six years, with two years of warranty and six of service life. */
function lifeOf(day: string, { euro, nth, i, supplier }: { euro: number; nth: number; i: number; supplier: string }) {
  const bought_on = shiftDay(shiftMonths(day, -(4 + ((nth * 13 + (i > 3 ? 9 : 0)) % 68))), nth);
  const price_cents = Math.round(euro * (0.86 + (nth % 5) * 0.03)) * 100;
  return { bought_on, price_cents, supplier, warranty_until: shiftMonths(bought_on, 24), ends_on: shiftMonths(bought_on, 72) };
}

/** Removes the demo's points with their devices, unless other accounts have ordered there. */
export async function removeDemo({ db, people, district_id, removed, kept, removeFiles }: DemoGoing): Promise<void> {
  const { name, pool } = readDemo();
  for (const each of [name, pool.name]) {
    const point = await findDemoPoint(db, district_id, each, people);
    if (!point) continue;
    if (point.others) {
      kept(`the lending point ${each}`, 'somebody else has borrowed there');
      continue;
    }
    const pictures = await listPicturesAt(db, point.id);
    removeFiles(pictures.flatMap(({ id }) => SIZES.map((size) => pathOf(id, size))));
    removeFiles((await listManualsAt(db, point.id)).map(pathOfManual));
    await removePoint(db, point.id);
    removed('lending points', 1);
  }
}
