/** Retention rules for ended accounts, unused accounts and the audit log (docs/behaviour/common.md#retention, docs/operate/privacy.md). */
import { DAYS_KEPT, DAYS_NOTIFIED_BEFORE, type AccountState } from '@fundus/contract/accounts/states';
import { AUDIT_MONTHS } from '@fundus/contract/audit/audit';
import { DAY } from '@fundus/contract/days';
import { dateLocale } from '@fundus/contract/locale';
import { UNUSED_NOTICE_MONTHS } from '@fundus/contract/schools/settings';
import { href } from '@fundus/contract/screens';
import type { Db } from '../../db/open.ts';
import { recordAudit } from '../../http/audit.ts';
import type { Portal } from '../../http/context.ts';
import { administeredBy, changeState, lockAdministered, isLastAdmin, notifyDistrict } from '../accounts/index.ts';
import { removeAuditEntries } from './repository.ts';
import {
  listAccountsDueForErasure,
  lockDue,
  lockInState,
  lockUnnotified,
  lockUnnotifiedInState,
  setAccountNotified,
  type UnusedAccount,
} from './retention-repository.ts';
import { type Message, simpleMail, notifyPerson } from '../mails/index.ts';

/** Minimum number of days between the notice and the day on which an account becomes dormant. */
const NOTICE_DAYS = 60;
/** Number of days after which a notice is repeated, because it announced another day. */
const NOTICE_VALID_DAYS = 120;
const AT_ONCE = 200;

const before = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY);

function monthsBefore(now: Date, months: number): Date {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - months);
  return then;
}

/** Applies the retention rules. Idempotent. Returns the number of erased accounts. */
export async function applyRetention(portal: Portal<'domains'>, { remind = true } = {}): Promise<number> {
  const now = portal.now();
  await removeAuditEntries(portal.db, monthsBefore(now, AUDIT_MONTHS));
  if (remind) await notifyUnused(portal, now);
  await makeUnusedDormant(portal, now);
  if (remind) for (const state of NOTIFIED) await notifyEnding(portal, now, state);
  let removed = 0;
  for (const state of ['declined', 'deletion_pending', 'erasure_pending', 'dormant'] as const)
    removed += await portal.db.transaction().execute((db) => eraseInState(portal, db, now, state, before(now, DAYS_KEPT[state])));
  for (const state of NOTIFIED)
    removed += await portal.db
      .transaction()
      .execute((db) => eraseInState(portal, db, now, state, before(now, DAYS_KEPT[state]), before(now, DAYS_NOTIFIED_BEFORE[state])));
  if (removed > 0) await portal.wakeIndex();
  return removed;
}

/** States in which users are notified before their account is deleted. */
const NOTIFIED = ['pending_approval', 'blocked'] as const;

/** Erases the accounts that have been in a state for too long. The audit log contains the reason but not the user. */
async function eraseInState(
  portal: Portal<'domains'>,
  db: Db,
  now: Date,
  state: AccountState,
  since: Date,
  notifiedBefore?: Date,
): Promise<number> {
  const rows = await lockInState(db, state, since, AT_ONCE, notifiedBefore);
  const ids = rows.map(({ id }) => id);
  const indebted = new Set((await portal.domains.obligations({ db, now }, ids)).map(({ person_id }) => person_id));
  const erased = await portal.domains.erasePeople({ db, secret: portal.secret, now }, ids);
  for (const { id, school_id: school, district_id: district } of rows)
    if (!indebted.has(id)) await recordAudit({ db, now, user: null }, 'account.erase', { state }, null, { school, district });
  return erased;
}

/** Notifies users with an undecided registration or a blocked account once of the day of the deletion. */
async function notifyEnding(portal: Portal, now: Date, state: (typeof NOTIFIED)[number]): Promise<void> {
  await portal.db.transaction().execute(async (db) => {
    const days = DAYS_NOTIFIED_BEFORE[state];
    for (const { id } of await lockUnnotifiedInState(db, state, before(now, DAYS_KEPT[state] - days), AT_ONCE)) {
      await setAccountNotified(db, id, now);
      await notifyPerson({ db, config: portal.config, now }, id, endingMail(state, new Date(now.getTime() + days * DAY)));
    }
  });
}

const endingMail = (state: (typeof NOTIFIED)[number], ends: Date): Message => {
  const template = state === 'blocked' ? 'blockedEnding' : 'registrationEnding';
  return {
    template,
    compose: (t, language, name) => {
      const day = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: 'Europe/Berlin' }).format(ends);
      return simpleMail(template, { day }).compose(t, language, name);
    },
  };
};

/**
 * Notifies users of nearly unused accounts (22 of 24 months) of the day on which the account becomes dormant. A last administrator is notified that
 * the account is kept.
 */
async function notifyUnused(portal: Portal, now: Date): Promise<void> {
  await portal.db.transaction().execute(async (db) => {
    const rows = await lockUnnotified(db, now, before(now, NOTICE_VALID_DAYS), AT_ONCE);
    for (const row of rows) {
      await setAccountNotified(db, row.id, now);
      const last = await isLastAdmin(db, administeredBy(row), row.id);
      await notifyPerson(
        { db, config: portal.config, now },
        row.id,
        last
          ? simpleMail('accountUnusedAdmin', {}, href('login'))
          : simpleMail('accountUnused', { since: row.months - UNUSED_NOTICE_MONTHS, months: row.months }, href('login')),
      );
    }
  });
}

/** Makes unused accounts dormant sixty days after the notice, in one transaction per account. */
async function makeUnusedDormant(portal: Portal, now: Date): Promise<void> {
  const notified = { from: before(now, NOTICE_VALID_DAYS), to: before(now, NOTICE_DAYS) };
  for (const row of await listAccountsDueForErasure(portal.db, now, notified, AT_ONCE))
    await portal.db.transaction().execute(async (db) => {
      await lockAdministered(db, administeredBy(row));
      const still = await lockDue(db, now, notified, row.id);
      if (!still) return;
      if (await isLastAdmin(db, administeredBy(still), still.id)) await retainLastAdmin(portal, db, now, still);
      else await changeState({ db, config: portal.config, now, user: null }, still.id, 'rest');
    });
}

/**
 * Keeps the account of the last administrator of a school or district instead of making it dormant. Notifies the administrator and, for a school, the
 * district, which can appoint another one. Repeated every sixty days until the situation changes.
 */
async function retainLastAdmin(portal: Portal, db: Db, now: Date, row: UnusedAccount): Promise<void> {
  await setAccountNotified(db, row.id, now);
  const source = { db, config: portal.config, now };
  await notifyPerson(source, row.id, simpleMail('accountUnusedAdmin', {}, href('login')));
  if (row.school_admin !== '0' && row.school_id !== null && row.school_district !== null)
    await notifyDistrict(
      source,
      row.school_district,
      row.id,
      simpleMail('schoolUnattended', { school: row.school_name ?? '' }, href('school', {}, { id: row.school_id, tab: 'people' })),
    );
  portal.log.warn(
    { person: row.id, school: row.school_id, district: row.district_id },
    'the last administrator has not signed in for the retention period of accounts',
  );
}
