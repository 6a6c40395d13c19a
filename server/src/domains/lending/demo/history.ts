/** Loans of the demo's devices in the past year, with conditions and inspections. Their borrowers are already anonymised. */
import { DAY, shiftDay, today } from '@fundus/contract/days';
import { schoolYearOf } from '@fundus/contract/classes/rules';
import { isOpenOn, type PointRules } from '@fundus/contract/lending/calendar/rules';
import { randomFrom } from '@fundus/contract/random';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import { insertHistory } from './repository.ts';
import { insertCountedPeople } from '../reports/statistics-repository.ts';

/** Retention period of the demo's lending point in days. */
export const DEMO_KEEP_DAYS = 30;

type Device = { id: string; model_id: string; parts: readonly { name: string; count: number }[] };
type Counted = Omit<Parameters<typeof insertCountedPeople>[1][number], 'people'>;
type History = Parameters<typeof insertHistory>[1];

const NOTES = [
  'Liegt noch in der Schule, wird nachgereicht',
  'Beim Auspacken bemerkt',
  'War schon beim Abholen nicht dabei',
  'Die Schule ersetzt es',
];

/** Creates loans of each device every few weeks, on opening days up to the start of the retention period. */
export async function makeHistory(
  db: Db,
  {
    point_id,
    point,
    devices,
    schools,
    schoolYearEnd,
    now,
  }: {
    point_id: string;
    point: PointRules;
    devices: readonly Device[];
    schools: readonly string[];
    schoolYearEnd: string;
    now: Date;
  },
): Promise<void> {
  const [history, random]: [History, (below: number) => number] = [{ orders: [], lines: [], records: [] }, randomFrom(57)];
  const last = shiftDay(today(now), -DEMO_KEEP_DAYS - 1);
  const people = new Map<string, { row: Counted; who: Set<string> }>();
  const none = { month: null, model_id: null, school_id: null };
  let number = 3_070_000_000;
  for (const device of devices)
    for (let day = shiftDay(today(now), -365 + random(30)); ; day = shiftDay(day, 6 + random(36))) {
      while (!isOpenOn(point, day)) day = shiftDay(day, 1);
      let end = shiftDay(day, 1 + random(9));
      while (!isOpenOn(point, end)) end = shiftDay(end, 1);
      if (end > last) break;
      // The distribution is uneven, so that some schools borrow more than others.
      const school = Math.min(random(schools.length), random(schools.length));
      const school_id = schools[school] ?? null;
      const who = `${school} ${random(6 + ((school * 5) % 9))}`;
      const [school_year, month] = [schoolYearOf(day, schoolYearEnd), day.slice(0, 7)];
      for (const about of [{}, { month }, { model_id: device.model_id }, ...(school_id ? [{ school_id }] : [])]) {
        const row = { point_id, school_year, ...none, ...about };
        const key = Object.values(row).join(' ');
        people.set(key, { row, who: new Set(people.get(key)?.who).add(who) });
      }
      addLoan(history, {
        device,
        point_id,
        school_id,
        day,
        end,
        number: String((number += 13)),
        random,
      });
      day = end;
    }
  await insertHistory(db, history);
  const counted = [...people.values()].map(({ row, who: those }) => ({ ...row, people: those.size }));
  if (counted.length > 0) await insertCountedPeople(db, counted);
}

type Loan = {
  device: Device;
  point_id: string;
  school_id: string | null;
  day: string;
  end: string;
  number: string;
  random: (below: number) => number;
};

function addLoan(history: History, { device, point_id, school_id, day, end, number, random }: Loan): void {
  const [out, back] = [new Date(`${day}T11:00:00Z`), new Date(`${end}T11:30:00Z`)];
  const [order_id, line_id] = [newId(out), newId(out)];
  const flawed = random(14) === 0;
  const late = random(11) === 0;
  const due = shiftDay(end, late ? -2 : 0);
  const result = flawed ? ('incomplete' as const) : ('ok' as const);
  const note = flawed ? NOTES[random(NOTES.length)]! : '';
  history.orders.push({ id: order_id, number, point_id, school_id, submitted_at: new Date(out.getTime() - 4 * DAY), created_at: out });
  history.lines.push({
    ...{ id: line_id, order_id, model_id: device.model_id, item_id: device.id, state: 'returned', result },
    ...{ start_on: day, end_on: due < day ? day : due, handed_at: out, over_at: back },
  });
  const parts = device.parts.map(({ name, count }, i) => ({
    name,
    count,
    there: flawed && i === device.parts.length - 1 ? count - 1 : count,
  }));
  history.records.push(
    { id: newId(out), item_id: device.id, line_id, kind: 'issue', at: out },
    { id: newId(back), item_id: device.id, line_id, kind: 'return', result, note, parts: JSON.stringify(parts), at: back },
  );
  if (!flawed) return;
  const at = new Date(back.getTime() + DAY);
  history.records.push({ id: newId(at), item_id: device.id, kind: 'check', result: 'ok', note: 'Wieder vollständig', at });
}
