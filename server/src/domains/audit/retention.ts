/** How long things are kept (behaviour.md 5.18, docs/operate/privacy.md): accounts that ended or are not used, and the log. */
import { DAYS_KEPT } from '@fundus/contract/account-states';
import { AUDIT_MONTHS } from '@fundus/contract/audit';
import { href } from '@fundus/contract/screens';
import { sql } from 'kysely';
import type { Db } from '../../db/open.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Portal } from '../../http/context.ts';
import { changeState, plainly, tellPerson } from '../accounts/index.ts';
import { erasePeople } from './erase.ts';
import { removeLines } from './repository.ts';

const DAY = 86_400_000;
/** People are told after so many months without signing in … */
const TOLD_AFTER_MONTHS = 22;
/** … and the account rests after so many. */
const RESTS_AFTER_MONTHS = 24;
const AT_ONCE = 200;

const before = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY);

function monthsBefore(now: Date, months: number): Date {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - months);
  return then;
}

/** Safe to be run as often as one likes. Gives how many accounts were removed. */
export async function keepNoLonger(portal: Portal, { remind = true } = {}): Promise<number> {
  const now = portal.now();
  await removeLines(portal.db, monthsBefore(now, AUDIT_MONTHS));
  if (remind) await tellUnused(portal, now);
  await restUnused(portal, now);
  let removed = 0;
  for (const state of ['declined', 'deletion_pending', 'dormant'] as const)
    removed += await portal.db.transaction().execute((db) => eraseInState(db, now, state, before(now, DAYS_KEPT[state])));
  if (removed > 0) await portal.wakeIndex();
  return removed;
}

/** Whoever signs in meanwhile stays. The log keeps that an account went, and why; not whose. */
async function eraseInState(db: Db, now: Date, state: string, since: Date): Promise<number> {
  const rows = await db
    .selectFrom('person')
    .leftJoin('school', 'school.id', 'person.school_id')
    .select((eb) => ['person.id', 'person.school_id', eb.fn.coalesce('school.district_id', 'person.district_id').as('district_id')])
    .where('person.state', '=', state)
    .where('person.state_since', '<', since)
    .orderBy('person.state_since')
    .limit(AT_ONCE)
    .forUpdate('person')
    .skipLocked()
    .execute();
  await erasePeople(
    db,
    rows.map(({ id }) => id),
  );
  for (const { school_id: school, district_id: district } of rows)
    await recordAudit({ db, now, user: null }, 'account.erase', { state }, null, { school, district });
  return rows.length;
}

const lastSeen = sql<Date>`coalesce(person.last_sign_in_at, person.created_at)`;

/** Accounts nobody has used for 22 months: one mail, which says when the account will go. */
async function tellUnused(portal: Portal, now: Date): Promise<void> {
  await portal.db.transaction().execute(async (db) => {
    const rows = await db
      .selectFrom('person')
      .select('person.id')
      .where('person.state', '=', 'active')
      .where('person.demo', '=', false)
      .where(lastSeen, '<', monthsBefore(now, TOLD_AFTER_MONTHS))
      .where(sql<boolean>`(person.told_dormant_at is null or person.told_dormant_at < ${lastSeen})`)
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id } of rows) {
      await db.updateTable('person').set({ told_dormant_at: now }).where('person.id', '=', id).execute();
      await tellPerson({ db, config: portal.config, now }, id, plainly('accountUnused', {}, href('login')));
    }
  });
}

/** … and for 24, sixty days after that mail: the account rests, and goes when nobody wakes it. */
async function restUnused(portal: Portal, now: Date): Promise<void> {
  await portal.db.transaction().execute(async (db) => {
    const rows = await db
      .selectFrom('person')
      .select('person.id')
      .where('person.state', '=', 'active')
      .where('person.demo', '=', false)
      .where(lastSeen, '<', monthsBefore(now, RESTS_AFTER_MONTHS))
      .where('person.told_dormant_at', '<', before(now, 60))
      .where(sql<boolean>`person.told_dormant_at >= ${lastSeen}`)
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const { id } of rows) await changeState({ db, config: portal.config, now, user: null }, id, 'rest');
  });
}
