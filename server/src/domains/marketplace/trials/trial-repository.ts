/** SQL queries for trials. */
import { sql, type Insertable, type Updateable } from 'kysely';
import { selectFullName } from '../../../db/full-name.ts';
import type { Db } from '../../../db/open.ts';
import type { Tables } from '../../../db/tables.ts';
import { MAX_EXPORTED } from '../../../domain.ts';

/** Titles of the media that were opened at least once with a licence of the trial. */
const used = sql<string[]>`array(select media_item.fn_titel from licence
  join media_item on media_item.identifier = licence.identifier
  where licence.trial_id = trial.id and exists (
    select from licence_seat where licence_seat.licence_id = licence.id and licence_seat.first_used_at is not null)
  order by media_item.fn_titel limit 60)`;

const select = (db: Db) =>
  db
    .selectFrom('product_trial as trial')
    .innerJoin('product', 'product.id', 'trial.product_id')
    .innerJoin('person', 'person.id', 'trial.person_id')
    .selectAll('trial')
    .select(['product.title', 'product.publisher', 'product.district_id'])
    .select(selectFullName('person').as('person_name'))
    .select(sql<number>`(select count(*)::int from product_medium where product_medium.product_id = trial.product_id)`.as('media'))
    .select(used.as('used'));
export type TrialRow = NonNullable<Awaited<ReturnType<typeof findTrial>>>;

export const findTrial = (db: Db, id: string) => select(db).where('trial.id', '=', id).executeTakeFirst();
export const findTrialOf = (db: Db, product_id: string, person_id: string) =>
  select(db).where('trial.product_id', '=', product_id).where('trial.person_id', '=', person_id).executeTakeFirst();

/** Locks the product until commit, which serializes the trial requests of colleagues. */
export const lockProduct = (db: Db, id: string): Promise<unknown> =>
  db.selectFrom('product').select('product.id').where('product.id', '=', id).forUpdate().execute();
export const lockTrial = (db: Db, id: string): Promise<unknown> =>
  db.selectFrom('product_trial').select('product_trial.id').where('product_trial.id', '=', id).forUpdate().execute();

/** Returns whether the school has requested a trial of the product, or has one that runs on the given day. */
export const hasTrial = async (db: Db, product_id: string, school_id: string, day: string): Promise<boolean> =>
  (await db
    .selectFrom('product_trial')
    .select('product_trial.id')
    .where('product_trial.product_id', '=', product_id)
    .where('product_trial.school_id', '=', school_id)
    .where((eb) => eb.or([eb('product_trial.state', '=', 'asked'), eb('product_trial.ends_on', '>=', day)]))
    .executeTakeFirst()) !== undefined;

type TrialScope = { person_id: string } | { school_id: string };

/** Returns a page of trials: undecided ones first, then the others, latest first. */
export async function listTrials(db: Db, scope: TrialScope, { offset, limit }: { offset: number; limit: number }) {
  const rows = select(db).where((eb) =>
    'person_id' in scope ? eb('trial.person_id', '=', scope.person_id) : eb('trial.school_id', '=', scope.school_id),
  );
  const { total } = await db
    .selectFrom(rows.as('trial'))
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const items = await rows
    .orderBy(sql`trial.state <> 'asked'`)
    .orderBy('trial.asked_at', 'desc')
    .orderBy('trial.id')
    .offset(offset)
    .limit(limit)
    .execute();
  return { total, items };
}

export const insertTrial = (db: Db, row: Insertable<Tables['product_trial']>): Promise<unknown> =>
  db.insertInto('product_trial').values(row).execute();
export const updateTrial = (db: Db, id: string, set: Updateable<Tables['product_trial']>): Promise<unknown> =>
  db.updateTable('product_trial').set(set).where('product_trial.id', '=', id).execute();
export const removeTrial = (db: Db, id: string): Promise<unknown> =>
  db.deleteFrom('product_trial').where('product_trial.id', '=', id).execute();

export const listTrialLicences = (db: Db, trial_id: string) =>
  db.selectFrom('licence').select('licence.id').where('licence.trial_id', '=', trial_id).orderBy('licence.id').execute();

/** Returns ended trials whose users have not yet been asked whether to buy, and marks these users as asked. */
export async function claimEnded(db: Db, day: string, now: Date): Promise<string[]> {
  const rows = await db
    .updateTable('product_trial')
    .set({ question_at: now })
    .where('product_trial.ends_on', '<', day)
    .where('product_trial.question_at', 'is', null)
    .returning('product_trial.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes trials that were requested before `asked` and never started, and trials that ended before `ended`. */
export async function removeOldTrials(db: Db, { asked, ended }: { asked: Date; ended: string }): Promise<void> {
  await db.deleteFrom('product_trial').where('product_trial.state', '<>', 'running').where('product_trial.asked_at', '<', asked).execute();
  await db.deleteFrom('product_trial').where('product_trial.ends_on', '<', ended).execute();
}

/** Returns the trials of a school for the data export, without user data. */
export const collectTrials = (db: Db, schoolId: string) =>
  db
    .selectFrom('product_trial as trial')
    .innerJoin('product', 'product.id', 'trial.product_id')
    .select(['product.title', 'product.publisher', 'trial.state', 'trial.asked_at', 'trial.starts_on', 'trial.ends_on'])
    .where('trial.school_id', '=', schoolId)
    .orderBy('trial.asked_at')
    .orderBy('trial.id')
    .limit(MAX_EXPORTED)
    .execute();
