import type { AccountState } from '@fundus/contract/accounts/states';
import { DAY } from '@fundus/contract/days';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { STEPS, runSweepSteps } from './sweep.ts';
import { pupil, schoolAdmin } from './testing/index.ts';
import { recordStatements } from './testing/record-statements.ts';
import { usePortal } from './testing/use-portal.ts';

const portal = usePortal();
beforeAll(async () => {});

const mailsTo = async (address: string): Promise<number> => {
  const rows = await portal.portal.db.selectFrom('job').select('payload').where('kind', '=', 'mail').execute();
  return rows.filter(({ payload }) => (payload as { to: { address: string } }).to.address === address).length;
};

test('runs the other steps if one of them fails', async () => {
  await portal.as(pupil({ email: 'alt@schule.example' }));
  const db = portal.portal.db;
  const of = db.selectFrom('person').select('id').where('email', '=', 'alt@schule.example');
  const { id } = await of.executeTakeFirstOrThrow();
  await db
    .updateTable('session')
    .set({ expires_at: new Date(0) })
    .where('person_id', '=', id)
    .execute();
  const broken = async (): Promise<never> => {
    throw new Error('the mail server is down');
  };
  await runSweepSteps(portal.portal, { broken, ...STEPS });
  expect(await db.selectFrom('session').select('id').where('person_id', '=', id).execute()).toEqual([]);
});

test("delays reminders until eight o'clock in Berlin", async () => {
  await portal.as(schoolAdmin({ email: 'amt@schule.example' }));
  await portal.as(pupil({ email: 'wartet@schule.example' }));
  await portal.as(pupil({ email: 'geht@schule.example' }));
  const db = portal.portal.db;
  const night = new Date('2026-11-25T02:30:00Z');
  const set = (email: string, state: AccountState, days: number) =>
    db
      .updateTable('person')
      .set({ state, state_since: new Date(night.getTime() - days * DAY) })
      .where('email', '=', email)
      .execute();
  await set('wartet@schule.example', 'pending_approval', 4);
  await set('geht@schule.example', 'deletion_pending', 15);
  portal.setNow(night);
  await runSweepSteps(portal.portal);
  expect(await mailsTo('amt@schule.example')).toBe(0);
  expect(await db.selectFrom('person').select('id').where('email', '=', 'geht@schule.example').execute()).toEqual([]);
  // 7 a.m. in London is 8 a.m. in Berlin.
  portal.setNow(new Date('2026-11-25T07:01:00Z'));
  await runSweepSteps(portal.portal);
  await runSweepSteps(portal.portal);
  expect(await mailsTo('amt@schule.example')).toBe(1);
  portal.setNow(null);
});

/** Step that implements each retention period in docs/operate/privacy.md. */
const ENDS: Record<string, string> = {
  'a registration whose address was never confirmed': 'accounts.ended',
  'a school or role that another portal no longer names': 'accounts.unnamed',
  'a registration without a decision': 'audit.retention',
  'a blocked account': 'audit.retention',
  'an account an administrator deleted': 'audit.retention',
  'an account its portal no longer lists at any school': 'audit.retention',
  'the keyed hash of a deleted account, which keeps older backups from restoring it': 'audit.erasures',
  'a stored file (of media, news, appearance, schools) that no row refers to': 'files',
  'a registration the school declined': 'audit.retention',
  'an account its user deleted': 'audit.retention',
  'an unused account (except that of a last administrator)': 'audit.retention',
  'the history of media': 'library.history',
  'uses of media at a school: totals': 'uses.sums',
  'searches without results: totals': 'uses.sums',
  'entries of the audit log': 'audit.retention',
  'an invitation': 'invitations.ended',
  'a closed school, with its people and licences': 'schools.states',
  'a learner code': 'classes.codes',
  'a class': 'classes.classes',
  'a class member who has left the school': 'classes.classes',
  'a medium shared with colleagues or with the school': 'sharedMedia.ended',
  'a media list': 'medialists.lists',
  'work of learners in assignments': 'assignments.results',
  'an item removed from a media list': 'medialists.lists',
  'a media list released to learners': 'medialists.lists',
  'a link to a media list': 'medialists.lists',
  'material a teacher or their school removed': 'ownMaterial.takenOut',
  'a question of learners of a class': 'classes.questions',
  'a user who came from a learning platform': 'lti.ended',
  'a link by which a learning platform registers itself': 'lti.ended',
  'the borrower of a device and the texts of the order': 'lending.orders',
  'a cart, or an offer of the waiting list, at a lending point': 'lending.orders',
  'an entry of the waiting list of a lending point': 'lending.orders',
  'a scan at the desk of a lending point': 'lending.orders',
  'the reporter of damage to a device': 'lending.orders',
  'a photo of a device': 'lending.orders',
  'a suspension at a lending point': 'lending.orders',
  'the signature of the recipient of a device': 'lending.orders',
  'a private borrower of a lending point': 'lending.orders',
  'a briefing on a device of a lending point': 'lending.orders',
  'orders and invoices of the marketplace': 'marketplace.orders',
  'trials of products': 'marketplace.trials',
  'an unused tablet of a lending point': 'lending.orders',
  'a proposal about a lending point': 'lending.orders',
  'the response to a write, for a repeated request': 'answers',
  'a package of licences provided for a school': 'licences.packages',
  'a report of a problem with a medium': 'reviews.reports',
  'a file for news that no news item refers to': 'news.ended',
  'a notice in the portal': 'mails.notices',
  'mails in the outbox': 'jobs',
  'a change of the school year': 'yearChange.walks',
};
const KEPT: Record<string, string> = {
  '`keep_days` after it was written, at least as long as an order names the borrower': 'lending.orders',
  '10 minutes': 'accounts.ended',
  '4 hours': 'accounts.sessions',
  '12 hours': 'accounts.sessions',
  '12 months; names are deleted with the accounts': 'audit.retention',
  '13 months; with the school': 'uses.sums',
  '13 months; with the class': 'uses.sums',
  '13 months after the last visit; with the platform': 'lti.ended',
  '30 minutes': 'lti.ended',
  'two hours': 'lti.ended',
  'a day, or until it is used': 'lti.ended',
  '180 days': 'library.history',
  '24 hours': 'answers',
  '90 days after it was decided': 'lending.orders',
  '30 days': 'licences.bulks',
  '30 days after its end': 'invitations.ended',
  '30 days after the answer, 60 days without one': 'classes.questions',
  'at most 30 days; ended sessions a day': 'accounts.sessions',
  '30 days, then the membership is deleted': 'classes.classes',
  '60 days after its end': 'classes.codes',
  '732 days, like backups': 'audit.erasures',
  '60 days after it expires or is revoked; with the account': 'sharedMedia.ended',
  '90 days, or as set by the district, after the last device is returned; then without a name': 'lending.orders',
  '90 days, or as set by the district, after it is over': 'lending.orders',
  '30 days after it is deleted; a private one with the account': 'medialists.lists',
  '28 days after the school year (`resultDays`); with the membership': 'assignments.results',
  'with the list, or a day after its removal from the list': 'medialists.lists',
  '60 days after it expires or is revoked; with the list': 'medialists.lists',
  'a day': 'accounts.ended',
  'a day after its end': 'accounts.ended',
  'a day after the scan': 'lending.orders',
  '90 days': 'mails.notices',
  '90 days after it ended': 'lending.orders',
  '90 days after it ended; without an end, as long as the account exists': 'lending.orders',
  '90 days after it ended, or with the private borrower': 'lending.orders',
  '90 days, or as set by the district, after the last device is returned, or with the account': 'lending.orders',
  'until no order refers to the borrower, or until deletion is requested': 'lending.orders',
  'a year; for damage a year after it is settled': 'lending.orders',
  'until its last day, at most a year': 'licences.packages',
  'a year after it is settled; the name is deleted with the account': 'reviews.reports',
  'a year after its school year, or 30 days after its deletion': 'classes.classes',
  'as long as the news item exists; a day if no news item refers to it': 'news.ended',
  'ten minutes to a day': 'limits',
  'a year after its end, 60 days if it never started; with the account': 'marketplace.trials',
  'until the desk ends the session, or 90 days without use': 'lending.orders',
  '13 months after the last visit; with the platform or the code': 'lti.ended',
  'an hour, or until it is used': 'lti.ended',
  'ten years after the year of its last invoice': 'marketplace.orders',
  'ten years after the year of its last invoice; without the person once the account is deleted': 'marketplace.orders',
  'until the account is deleted, at most ten years': 'marketplace.orders',
  '31 days; the name is deleted with the account': 'duplicates.merges',
  '365 days; the name is deleted with the account': 'imports.runs',
  'until revoked, or until they are no longer an administrator there': 'schools.calendars',
  'until it is done; undeliverable mails 30 days': 'jobs',
  'until withdrawn or ended; the name is deleted with the account': 'reviews.recommendations',
  'until the day, or the month, is over': 'uses.sums',
  'until the month, or the school year, is over': 'lending.orders',
  'until the upload is completed or discarded': 'files.uploads',
  'until the next year change can begin': 'yearChange.walks',
};
/** Conditions that need no step, because the row is deleted together with its parent or by a user. */
const NO_CLOCK =
  /^(as long as|with the|until (changed|the portal is set up|the year change is finished|the inventory is finished|the account is deleted or kept|it is used|its audience is set|its author deletes it|deleted; the name|unmarked|revoked|push messages|an editor shows|withdrawn; open ones))/;

describe('retention periods of docs/operate/privacy.md', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operate/privacy.md'), 'utf8');
  const rowsOf = (start: RegExp) =>
    text
      .split('\n')
      .filter((line) => start.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));

  test('have a step for each row of "What ends when"', () => {
    const section = text.slice(text.indexOf('## What ends when'), text.indexOf('## How a person is deleted'));
    const lines = section
      .split('\n')
      .filter((line) => /^\| (?!-|data )/.test(line))
      .map((line) => line.split('|')[1]!.trim());
    expect(lines.sort()).toEqual(Object.keys(ENDS).sort());
    for (const step of Object.values(ENDS)) expect(Object.keys(STEPS)).toContain(step);
    // Steps that delete data must not run while the clock is not trusted.
    for (const step of Object.values(ENDS)) expect(STEPS[step]!.byAge, step).toBe(true);
  });

  test('have a step that queries the table or its parent', async () => {
    const tables = Map.groupBy(rowsOf(/^\| `\w+\.\w+`/), (cells) => cells[4]!);
    const timed = [...tables].filter(([kept]) => kept in KEPT || !NO_CLOCK.test(kept));
    expect(timed.map(([kept]) => kept).sort()).toEqual(Object.keys(KEPT).sort());
    const { rows: links } = await sql<{ from: string; to: string }>`
      select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint
      where contype = 'f' and confdeltype = 'c'`.execute(portal.portal.db);
    for (const [kept, rows] of timed) {
      const asked = await tablesOf(KEPT[kept]!);
      for (const table of new Set(rows.map((cells) => /`(\w+)\./.exec(cells[1]!)![1]!)))
        expect(
          asked.has(table) || links.some(({ from, to }) => from === table && asked.has(to)),
          `${table}, kept ${kept}: the step ${KEPT[kept]} does not look at it`,
        ).toBe(true);
    }
  });

  /** Returns the tables that a step queries in a portal without due work. */
  async function tablesOf(step: string): Promise<Set<string>> {
    const { db, statements } = recordStatements(portal.portal.db);
    await STEPS[step]!({ ...portal.portal, db }, { now: portal.portal.now(), remind: true });
    return new Set(statements.flatMap(({ sql }) => sql.match(/[a-z_]+/g) ?? []));
  }
});
