import type { Db } from '../db/open.ts';

const columns = ['sweep_clock.trusted_at', 'sweep_clock.doubted_since', 'sweep_clock.seen_at'] as const;

export const findClock = (db: Db) => db.selectFrom('sweep_clock').select(columns).executeTakeFirst();

export type ClockRow = NonNullable<Awaited<ReturnType<typeof findClock>>>;

export const writeClock = (db: Db, clock: ClockRow): Promise<unknown> =>
  db
    .insertInto('sweep_clock')
    .values({ id: 1, ...clock })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(clock))
    .execute();
