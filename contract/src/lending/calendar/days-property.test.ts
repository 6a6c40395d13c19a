/** Compares the calendar rules with a day-by-day simulation for random lending points, across clock changes, ends of months and holidays. */
import { describe, expect, test } from 'vitest';
import { shiftDay, today } from '../../days.ts';
import { randomFrom } from '../../random.ts';
import { lessonAt, MAX_LESSONS, timeOf, DEFAULT_TIMETABLE } from '../../schools/timetable.ts';
import { lessonProblem, findLessonsProblem, overlaps, type Span } from './lessons.ts';
import { busyDays, collectUntil, dayReasons, earliestPickUp, periodProblem, type Closure, type PointRules } from './rules.ts';

const SEED = 5_702;
const random = randomFrom(SEED);

/** Days shortly before clock changes, a leap day, ends of months and the end of a year. */
const BEGINNINGS = ['2026-03-25', '2026-10-21', '2028-02-25', '2026-12-18', '2026-04-27', '2027-07-28'];

function somePoint(from: string): PointRules {
  const closures: Closure[] = Array.from({ length: random(3) }, (_, i) => {
    const first = shiftDay(from, random(60));
    return { from: first, until: shiftDay(first, random(16)), name: `Ferien ${i}`, processed: random(2) === 0 };
  });
  return {
    week: Array.from({ length: 7 }, () => ({ open: random(3) > 0, processed: random(3) > 0, words: '' })),
    closures,
    advance_days: random(4),
    horizon_days: 20 + random(60),
    max_days: 1 + random(14),
    max_days_on: Array.from({ length: random(3) }, () => {
      const first = shiftDay(from, random(40));
      return { from: first, until: shiftDay(first, random(10)), max_days: 1 + random(20) };
    }),
    buffer_before: random(3),
    buffer_after: random(3),
    same_day_turnaround: random(2) === 0,
    visits_max: random(2) === 0 ? null : 1 + random(3),
    pickup_grace: random(4),
    renewals_max: 2,
    renewal_days: 7,
  };
}

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'Europe/Berlin' });

/** Literal implementation of the specification, one day at a time in the time zone of Berlin. */
class Simulation {
  readonly #point: PointRules;
  constructor(point: PointRules) {
    this.#point = point;
  }
  #weekday(day: string): PointRules['week'][number] {
    const name = WEEKDAY.format(new Date(`${day}T12:00:00Z`));
    return this.#point.week[['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(name)]!;
  }
  #closed = (day: string): Closure | undefined => this.#point.closures.find(({ from, until }) => day >= from && day <= until);
  opens = (day: string): boolean => this.#weekday(day).open && !this.#closed(day);
  processes(day: string): boolean {
    const { open, processed } = this.#weekday(day);
    const closure = this.#closed(day);
    return (open || processed) && (!closure || closure.processed);
  }
  next = (day: string): string => this.#days(day, 1);
  /** Shifts a day by adding 24 hours to noon, independently of the tested code. */
  #days = (day: string, by: 1 | -1): string => today(new Date(Date.parse(`${day}T12:00:00Z`) + by * 86_400_000));
  /** “Walk from today; each day with orders_processed counts one; when advance_days is reached, take the next day with desk open.” */
  earliest(now: string): string | null {
    let day = now;
    for (let counted = 0, steps = 0; counted < this.#point.advance_days; steps++) {
      if (steps > 400) return null;
      if (this.processes(day)) counted++;
      day = this.next(day);
    }
    for (let steps = 0; steps <= 400; steps++, day = this.next(day)) if (this.opens(day)) return day;
    return null;
  }
  #buffer(day: string, count: number, by: 1 | -1): string {
    let last = day;
    for (let left = count, steps = 0; left > 0; steps++) {
      if (steps > 400) return day;
      last = this.#days(last, by);
      if (this.processes(last)) left--;
    }
    return last;
  }
  /** “Same-day turnaround: return until 12:00, pick-up from 13:00”. The last day is then free for the next loan unless there is a buffer. */
  busy = (start: string, end: string) => ({
    from: this.#buffer(start, this.#point.buffer_before, -1),
    until:
      this.#point.same_day_turnaround && this.#point.buffer_after === 0 && end !== start
        ? this.#days(end, -1)
        : this.#buffer(end, this.#point.buffer_after, 1),
  });
  /** “max_days in force on the start day” */
  longest(start: string): number {
    for (const { from, until, max_days } of this.#point.max_days_on)
      for (let day = from; day <= until; day = this.next(day)) if (day === start) return max_days;
    return this.#point.max_days;
  }
  collect(start: string): string {
    let last = start;
    for (let left = this.#point.pickup_grace, steps = 0; left > 0; steps++) {
      if (steps > 400) return start;
      last = this.next(last);
      if (this.opens(last)) left--;
    }
    return last;
  }
}

test('returns the same days and errors as the simulation', () => {
  const seen = new Set<string>();
  for (let round = 0; round < 120; round++) {
    const now = shiftDay(BEGINNINGS[round % BEGINNINGS.length]!, random(8));
    const point = somePoint(now);
    const simulation = new Simulation(point);
    const earliest = simulation.earliest(now);
    const said = JSON.stringify({ SEED, round, now });
    expect(earliestPickUp(point, now), said).toBe(earliest);
    const last = shiftDay(now, point.horizon_days);
    for (let i = 0; i < 12; i++) {
      const start = shiftDay(now, random(50) - 2);
      const end = shiftDay(start, random(point.max_days + 2));
      const visits = (day: string): number => (Number(day.slice(8)) * 7) % 4;
      const full = (day: string): boolean => point.visits_max !== null && visits(day) >= point.visits_max;
      expect(busyDays(point, { max_days: null, buffer_after: null }, start, end), said).toEqual(simulation.busy(start, end));
      expect(collectUntil(point, start), said).toBe(simulation.collect(start));
      // Counts the days of the loan one by one.
      let length = 1;
      for (let day = start; day !== end; day = simulation.next(day)) length++;
      const wrong = [
        ...(earliest === null || start < earliest ? ['too_early'] : []),
        ...(end > last ? ['too_late'] : []),
        ...(simulation.opens(start) ? [] : ['day_closed']),
        ...(full(start) ? ['visits_full'] : []),
        ...(simulation.opens(end) ? [] : ['day_closed']),
        ...(full(end) ? ['visits_full'] : []),
        ...(length > simulation.longest(start) ? ['too_long'] : []),
      ];
      const problem = periodProblem(point, { max_days: null, buffer_after: null }, { start, end }, { today: now, visits });
      expect(problem?.code ?? null, said).toBe(wrong[0] ?? null);
      seen.add(problem?.code ?? 'possible');
      // The calendar reports the same reasons for the first and the last day.
      const reasons = (day: string) => dayReasons(point, day, { today: now, free: 1, visits: visits(day) });
      const shut = (day: string): boolean => !simulation.opens(day) || full(day) || day > last;
      expect(reasons(start).start.length > 0, said).toBe(earliest === null || start < earliest || shut(start));
      expect(reasons(end).end.length > 0, said).toBe(end < now || shut(end));
    }
  }
  expect([...seen].sort()).toEqual(['day_closed', 'possible', 'too_early', 'too_late', 'too_long', 'visits_full']);
});

/** Returns all parts of days in a span. A whole day has one part before its first lesson and one after its last. */
function listParts({ from, until, lessons }: Span): Set<string> {
  const parts = new Set<string>();
  for (let day = from; day <= until; day = shiftDay(day, 1))
    for (let part = 0; part <= MAX_LESSONS + 1; part++) {
      const before = day === from && lessons && part < lessons.first;
      const behind = day === until && lessons && part > lessons.last;
      if (!before && !behind) parts.add(`${day}#${part}`);
    }
  return parts;
}

test('reports an overlap if and only if two periods share part of a day', () => {
  const seen = { yes: 0, no: 0 };
  const some = (): Span => {
    const from = shiftDay('2026-03-27', random(4));
    const until = random(3) > 0 ? from : shiftDay(from, 1 + random(2));
    const [a, b] = [1 + random(MAX_LESSONS), 1 + random(MAX_LESSONS)];
    if (random(4) === 0) return { from, until };
    return { from, until, lessons: from === until ? { first: Math.min(a, b), last: Math.max(a, b) } : { first: a, last: b } };
  };
  for (let round = 0; round < 2_000; round++) {
    const [a, b] = [some(), some()];
    const shared = [...listParts(a)].some((part) => listParts(b).has(part));
    expect(overlaps(a, b), JSON.stringify({ SEED, round, a, b })).toBe(shared);
    seen[shared ? 'yes' : 'no']++;
  }
  expect(Math.min(seen.yes, seen.no)).toBeGreaterThan(300);
});

describe('lessons', () => {
  const school = { mode: 'periods' as const, timetable: DEFAULT_TIMETABLE, max_lessons: 2 };
  const wish = (first: number, last: number, start = '2026-03-30', end = start) => ({ start, end, lessons: { first, last } });

  test.each([
    ['2026-03-30T05:00:00Z', 1],
    ['2026-03-30T06:44:59Z', 1],
    // The next lesson starts in the minute in which the previous one ends. Breaks belong to the following lesson. Summer time is UTC+2.
    ['2026-03-30T06:45:00Z', 2],
    ['2026-03-30T07:40:00Z', 3],
    ['2026-01-30T07:40:00Z', 1],
    ['2026-03-30T18:00:00Z', 11],
  ])('returns the lesson at %s: %i', (moment, lesson) => expect(lessonAt(DEFAULT_TIMETABLE, timeOf(new Date(moment)))).toBe(lesson));

  test.each([
    [school, { ...wish(1, 1), lessons: null }, 'lessons required'],
    [school, wish(1, 1, '2026-03-30', '2026-03-31'), 'end max'],
    [school, wish(2, 1), 'lessons max'],
    [school, wish(10, 11), 'lessons max'],
    [school, wish(9, 10), null],
    [{ ...school, mode: 'days' as const, timetable: [] }, wish(1, 1), 'lessons max'],
    [{ ...school, mode: 'days' as const, timetable: [] }, { ...wish(1, 1), lessons: null }, null],
  ])('validates the lessons of a request: case %#', (point, asked, said) => {
    const wrong = findLessonsProblem(point, asked);
    expect(wrong && `${wrong.field} ${wrong.rule}`).toBe(said);
  });

  test.each([
    ['2026-03-30', '09:00', wish(1, 2), null],
    ['2026-03-30', '09:30', wish(1, 2), 'too_early'],
    ['2026-03-29', '23:00', wish(1, 2), null],
    ['2026-03-30', '07:00', wish(1, 3), 'too_long'],
  ])('on %s at %s, checks the lessons %j: %s', (day, time, asked, code) =>
    expect(lessonProblem(school, asked, { day, time })?.code ?? null).toBe(code),
  );
});
