/**
 * Retention periods in docs/operate/privacy.md. Creates a row of each kind, and runs the hourly maintenance before and after the end of its period.
 */
import { DAYS_NOTIFIED_BEFORE, type AccountState } from '@fundus/contract/accounts/states';
import { DAY, shiftDay, shiftMonths, today } from '@fundus/contract/days';
import { readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { newId } from './db/new-id.ts';
import { insertPeople } from './domains/accounts/index.ts';
import { runSweepSteps } from './sweep.ts';
import { usePortal } from './testing/use-portal.ts';

const portal = usePortal();
beforeAll(async () => {
  await portal.store({ identifier: 'm-1', fn_titel: 'Ein Film', fn_typ: '49' });
});

const db = () => portal.portal.db;
/** End of all retention periods. It is the first day of a month, because monthly sums start on such a day. */
const END = new Date('2027-04-01T11:00:00Z');
const HOUR = DAY / 24;

/** Creates a row whose period began at `began`. Returns a function that checks whether the row exists. */
type Kind = (began: Date) => Promise<() => Promise<boolean>>;

const account =
  (state: AccountState): Kind =>
  async (began) => {
    const id = newId();
    const named = { id, email: `${id}@x.example`, password_hash: null, vorname: 'A', name: 'B', role: 'L' as const };
    await insertPeople(db(), [
      { ...named, school_admin: '0', district_admin: '0', capabilities: [], school_id: 'school-a', district_id: null, state },
    ]);
    await db().updateTable('person').set({ state_since: began, created_at: began }).where('id', '=', id).execute();
    return async () => (await db().selectFrom('person').select('id').where('id', '=', id).execute()).length === 1;
  };

const someClass = async (state: 'active' | 'deleted', since: Date): Promise<string> => {
  const id = newId();
  const about = { id, school_id: 'school-a', name: `8b ${id}`, kind: 'class' as const, school_year: '2026/27' };
  await db()
    .insertInto('class')
    .values({ ...about, state, state_since: since, created_at: since })
    .execute();
  return id;
};

const someOrder = async (about: object) => {
  const [point_id, model_id, id] = [newId(), newId(), newId()];
  const created_at = END;
  await db()
    .insertInto('lending_point')
    .values({ id: point_id, school_id: 'school-a', name: 'Ausleihe', week: '[]', created_at })
    .execute();
  await db().insertInto('device_model').values({ id: model_id, point_id, name: 'Kamera', category: 'Film' }).execute();
  await db()
    .insertInto('rental_order')
    .values({ id, number: id, point_id, created_at, ...about })
    .execute();
  return { id, point_id, line: { id: newId(), order_id: id, model_id, start_on: '2026-01-01', end_on: '2026-01-02' } };
};

const someDevice = async () => {
  const { point_id, line } = await someOrder({});
  const [item_id, person] = [newId(), newId()];
  await db().insertInto('device_item').values({ id: item_id, point_id, model_id: line.model_id, code: 'K-1' }).execute();
  const named = { id: person, email: `${person}@x.example`, password_hash: null, vorname: 'A', name: 'B', role: 'L' as const };
  await insertPeople(db(), [
    { ...named, school_admin: '0', district_admin: '0', capabilities: [], school_id: 'school-a', district_id: null },
  ]);
  return { point_id, item_id, person };
};

/** Creates a media list and returns its id. */
async function someList(about: { deleted_at?: Date } = {}): Promise<string> {
  const id = newId();
  const times = { created_at: END, updated_at: END };
  await db()
    .insertInto('medialist')
    .values({ id, school_id: 'school-a', title: 'Wasser', visibility: 'school', ...times, ...about })
    .execute();
  return id;
}

/** Kinds of data by their row in the table, with a pattern for the period in this row. */
const KINDS: Record<string, [number: RegExp, kind: Kind]> = {
  'a registration whose address was never confirmed': [/(\d+) (hours)/, account('pending_email')],
  'a registration without a decision': [/(\d+) (days)/, account('pending_approval')],
  'a blocked account': [/(\d+) (days)/, account('blocked')],
  'a registration the school declined': [/(\d+) (days)/, account('declined')],
  'an account its user deleted': [/(\d+) (days)/, account('deletion_pending')],
  'an account an administrator deleted': [/(\d+) (days)/, account('erasure_pending')],
  'an account its portal no longer lists at any school': [/(\d+) (days)/, account('erasure_pending')],
  'an unused account (except that of a last administrator)': [/after (\d+) dormant (days)/, account('dormant')],
  'the keyed hash of a deleted account, which keeps older backups from restoring it': [
    /(\d+) (days)/,
    async (erased_at) => {
      const person_hash = newId();
      await db().insertInto('erasure').values({ person_hash, erased_at }).execute();
      return async () =>
        (await db().selectFrom('erasure').select('erased_at').where('person_hash', '=', person_hash).execute()).length === 1;
    },
  ],
  'a notice in the portal': [
    /(\d+) (days)/,
    async (created_at) => {
      const [id, code_id] = [newId(), newId()];
      const code = { id: code_id, school_id: 'school-a', hash: code_id, sealed: code_id, label: '8b-01', valid_until: '2099-01-01' };
      await db()
        .insertInto('learner_code')
        .values({ ...code, state: 'in_use', state_since: END, created_at: END })
        .execute();
      await db().insertInto('notice').values({ id, code_id, template: 'assignmentOpen', title: 'Neue Aufgabe', created_at }).execute();
      return async () => (await db().selectFrom('notice').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'the history of media': [
    /(\d+) (days)/,
    async (last_used) => {
      const person_id = newId();
      const named = { id: person_id, email: `${person_id}@x.example`, password_hash: null, vorname: 'A', name: 'B', role: 'L' as const };
      await insertPeople(db(), [
        { ...named, school_admin: '0', district_admin: '0', capabilities: [], school_id: 'school-a', district_id: null },
      ]);
      await db().updateTable('person').set({ last_sign_in_at: END }).where('id', '=', person_id).execute();
      await db().insertInto('history').values({ person_id, identifier: 'm-1', last_used }).execute();
      return async () => (await db().selectFrom('history').select('identifier').where('person_id', '=', person_id).execute()).length === 1;
    },
  ],
  'uses of media at a school: totals': [
    /(\d+) (months)/,
    async (began) => {
      const month = began.toISOString().slice(0, 7);
      await db().insertInto('media_use').values({ school_id: 'school-a', month, identifier: 'm-1', uses: 2, people: 1 }).execute();
      return async () => (await db().selectFrom('media_use').select('uses').where('month', '=', month).execute()).length === 1;
    },
  ],
  'searches without results: totals': [
    /(\d+) (months)/,
    async (began) => {
      const month = began.toISOString().slice(0, 7);
      await db().insertInto('search_miss').values({ school_id: 'school-a', month, hash: 'x', people: 1 }).execute();
      return async () => (await db().selectFrom('search_miss').select('people').where('month', '=', month).execute()).length === 1;
    },
  ],
  'entries of the audit log': [
    /(\d+) (months)/,
    async (at) => {
      const id = newId();
      await db().insertInto('audit_log').values({ id, at, what: 'school.change', school_id: 'school-a' }).execute();
      return async () => (await db().selectFrom('audit_log').select('what').where('id', '=', id).execute()).length === 1;
    },
  ],
  'an invitation': [
    /(\d+) (days)/,
    async (ended) => {
      const id = newId();
      const about = { id, kind: 'link' as const, target: 'school' as const, school_id: 'school-a', role: 'teacher' as const };
      await db()
        .insertInto('invitation')
        .values({ ...about, expires_on: today(ended), created_at: ended })
        .execute();
      return async () => (await db().selectFrom('invitation').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a closed school, with its people and licences': [
    /(\d+) (days)/,
    async (state_since) => {
      const id = newId();
      await db()
        .insertInto('school')
        .values({ id, name: 'Zu', number: id.slice(-9), district_id: 'district-a', state: 'closed', state_since })
        .execute();
      return async () => (await db().selectFrom('school').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a learner code': [
    /(\d+) (days) more, in which/,
    async (ended) => {
      const id = newId();
      const about = { id, school_id: 'school-a', hash: id, sealed: '', label: '8b-01', state: 'issued' as const };
      await db()
        .insertInto('learner_code')
        .values({ ...about, valid_until: today(ended), state_since: ended, created_at: ended })
        .execute();
      // A learner code that belongs to no class would be deleted immediately.
      const class_id = await someClass('active', END);
      await db()
        .insertInto('class_member')
        .values({ id: newId(), class_id, code_id: id, role: 'student', state: 'active', joined_at: ended, state_since: ended })
        .execute();
      return async () => (await db().selectFrom('learner_code').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a class': [
    /(\d+) (days) after its deletion/,
    async (began) => {
      const id = await someClass('deleted', began);
      return async () => (await db().selectFrom('class').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a medium shared with colleagues or with the school': [
    /(\d+) (days) more/,
    async (ended) => {
      const [id, person_id] = [newId(), newId()];
      const named = { id: person_id, email: `${id}@x.example`, password_hash: null, vorname: 'A', name: 'B', role: 'L' as const };
      await insertPeople(db(), [
        { ...named, school_admin: '0', district_admin: '0', capabilities: [], school_id: 'school-a', district_id: null },
      ]);
      await db()
        .insertInto('shared_medium')
        .values({
          id,
          school_id: 'school-a',
          person_id,
          kind: 'media',
          identifier: 'm-1',
          title: '',
          to_school: true,
          message: '',
          visible_until: today(ended),
          shared_at: ended,
        })
        .execute();
      return async () => (await db().selectFrom('shared_medium').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a question of learners of a class': [
    /(\d+) (days) after the answer/,
    async (answered_at) => {
      const [id, class_id, member_id, code_id] = [newId(), await someClass('active', END), newId(), newId()];
      const code = { id: code_id, school_id: 'school-a', hash: code_id, sealed: '', label: '8b-02', state: 'issued' as const };
      await db()
        .insertInto('learner_code')
        .values({ ...code, valid_until: '2027-07-31', state_since: END, created_at: END })
        .execute();
      const member = { id: member_id, class_id, code_id, role: 'student' as const, state: 'active' as const };
      await db()
        .insertInto('class_member')
        .values({ ...member, joined_at: END, state_since: END })
        .execute();
      const asked = { id, class_id, identifier: 'm-1', title: '', asked_at: answered_at };
      await db()
        .insertInto('class_question')
        .values({ ...asked, answer: 'declined', reason: 'later', answered_at })
        .execute();
      await db().insertInto('class_question_asker').values({ question_id: id, member_id }).execute();
      return async () => (await db().selectFrom('class_question').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'the borrower of a device and the texts of the order': [
    /(\d+) (days)/,
    async (over_at) => {
      const { id, line } = await someOrder({ submitted_at: over_at, title: 'Film' });
      await db()
        .insertInto('rental_line')
        .values({ ...line, state: 'returned', over_at })
        .execute();
      return async () =>
        (await db().selectFrom('rental_order').select('title').where('id', '=', id).executeTakeFirstOrThrow()).title === 'Film';
    },
  ],
  'the signature of the recipient of a device': [
    /(\d+) (days)/,
    async (over_at) => {
      const [{ line }, line_id] = [await someOrder({ submitted_at: over_at }), newId()];
      await db()
        .insertInto('rental_line')
        .values({ ...line, id: line_id, state: 'returned', over_at })
        .execute();
      await db().insertInto('lending_signature').values({ line_id, name: 'Kim Kern', path: 'M0 0L1 1', signed_at: over_at }).execute();
      return async () => (await db().selectFrom('lending_signature').select('name').where('line_id', '=', line_id).execute()).length === 1;
    },
  ],
  'an entry of the waiting list of a lending point': [
    /(\d+) (days)/,
    async (over_at) => {
      const { line } = await someOrder({ submitted_at: over_at });
      const [id, person_id] = [newId(), newId()];
      const about = { vorname: 'A', name: 'B', role: 'L' as const, school_id: 'school-a', password_hash: null };
      await insertPeople(db(), [
        { ...about, id: person_id, email: `${id}@x.example`, school_admin: '0', district_admin: '0', district_id: null, capabilities: [] },
      ]);
      const wish = {
        id,
        model_id: line.model_id,
        person_id,
        quantity: 1,
        earliest: '2026-01-01',
        latest: '2026-01-02',
      };
      await db()
        .insertInto('rental_wait')
        .values({ ...wish, state: 'cancelled', created_at: over_at, over_at })
        .execute();
      return async () => (await db().selectFrom('rental_wait').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a cart, or an offer of the waiting list, at a lending point': [
    /a (day)/,
    async (hold_until) => {
      const { id } = await someOrder({ hold_until });
      return async () => (await db().selectFrom('rental_order').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a scan at the desk of a lending point': [
    /a (day)/,
    async (at) => {
      const [{ point_id }, key] = [await someDevice(), newId()];
      await db().insertInto('lending_scan').values({ key, point_id, at }).execute();
      return async () => (await db().selectFrom('lending_scan').select('key').where('key', '=', key).execute()).length === 1;
    },
  ],
  'the response to a write, for a repeated request': [
    /a (day)/,
    async (at) => {
      const [{ person: person_id }, key_hash] = [await someDevice(), newId()];
      await db().insertInto('kept_answer').values({ person_id, key_hash, request_hash: 'x', answer: 'x', at }).execute();
      return async () => (await db().selectFrom('kept_answer').select('at').where('key_hash', '=', key_hash).execute()).length === 1;
    },
  ],
  'a private borrower of a lending point': [
    /(\d+) (days)/,
    async (created_at) => {
      const [{ point_id }, id] = [await someDevice(), newId()];
      await db().insertInto('private_borrower').values({ id, point_id, name: 'Frieda', created_at }).execute();
      return async () => (await db().selectFrom('private_borrower').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a proposal about a lending point': [
    /(\d+) (days)/,
    async (decided_at) => {
      const [{ point_id }, id] = [await someDevice(), newId()];
      const row = { id, point_id, version: 1, fields: '{}', state: 'declined' as const, created_at: decided_at, decided_at };
      await db().insertInto('lending_proposal').values(row).execute();
      return async () => (await db().selectFrom('lending_proposal').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'an unused tablet of a lending point': [
    /(\d+) (days)/,
    async (at) => {
      const [{ point_id }, id] = [await someDevice(), newId()];
      await db().insertInto('lending_kiosk').values({ id, point_id, name: 'Tablet', created_at: at, seen_at: at }).execute();
      return async () => (await db().selectFrom('lending_kiosk').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'the reporter of damage to a device': [
    /(\d+) (days)/,
    async (changed_at) => {
      const [{ item_id, person }, id] = [await someDevice(), newId()];
      const about = { text: 'Das Gehäuse hat einen Sprung.', severity: 'limited' as const, state: 'repaired' as const };
      const times = { created_at: changed_at, changed_at };
      await db()
        .insertInto('damage_report')
        .values({ id, item_id, reported_by: person, ...about, ...times })
        .execute();
      return async () =>
        (await db().selectFrom('damage_report').select('reported_by').where('id', '=', id).executeTakeFirstOrThrow()).reported_by !== null;
    },
  ],
  'a photo of a device': [
    /(\d+) (days)/,
    async (added_at) => {
      const [{ item_id }, id] = [await someDevice(), newId()];
      const record = { id: newId(), item_id, kind: 'check' as const, at: added_at };
      await db().insertInto('device_record').values(record).execute();
      await db()
        .insertInto('lending_photo')
        .values({ id, item_id, record_id: record.id, mime: 'image/png', bytes: 1, width: 1, height: 1, added_at })
        .execute();
      return async () => (await db().selectFrom('lending_photo').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a suspension at a lending point': [
    /(\d+) (days)/,
    async (ended_at) => {
      const [{ point_id, person }, id] = [await someDevice(), newId()];
      const row = { id, point_id, person_id: person, reason: 'x', created_at: ended_at, ended_at };
      await db().insertInto('lending_suspension').values(row).execute();
      return async () => (await db().selectFrom('lending_suspension').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a briefing on a device of a lending point': [
    /(\d+) (days)/,
    async (until) => {
      const [{ item_id, person }, id] = [await someDevice(), newId()];
      const { model_id } = await db().selectFrom('device_item').select('model_id').where('id', '=', item_id).executeTakeFirstOrThrow();
      const row = { id, model_id, person_id: person, given_on: today(until), until_on: today(until) };
      await db().insertInto('lending_briefing').values(row).execute();
      return async () => (await db().selectFrom('lending_briefing').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a package of licences provided for a school': [
    /at most a (year)/,
    async (deposited_at) => {
      const id = newId();
      const about = { id, number: id.slice(-12), school_id: 'school-a', licensor: '', source: 'csv' as const, lines: JSON.stringify([]) };
      await db()
        .insertInto('licence_package')
        .values({ ...about, ends_on: shiftDay(today(deposited_at), 365), deposited_at })
        .execute();
      return async () => (await db().selectFrom('licence_package').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a media list': [
    /(\d+) (days)/,
    async (deleted_at) => {
      const id = await someList({ deleted_at });
      return async () => (await db().selectFrom('medialist').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'an item removed from a media list': [
    /a (day)/,
    async (removed_at) => {
      const [id, list_id] = [newId(), await someList()];
      await db()
        .insertInto('medialist_item')
        .values({ id, list_id, rank: 'a0', kind: 'heading', title: 'Wasser', added_at: removed_at, removed_at })
        .execute();
      return async () => (await db().selectFrom('medialist_item').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a media list released to learners': [
    /(\d+) (days) more/,
    async (ended) => {
      const [id, list_id] = [newId(), await someList()];
      await db()
        .insertInto('medialist_release')
        .values({ id, list_id, visible_until: today(ended), created_at: ended })
        .execute();
      return async () => (await db().selectFrom('medialist_release').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a link to a media list': [
    /(\d+) (days) more/,
    async (ended) => {
      const [id, list_id] = [newId(), await someList()];
      const secret = { token_hash: id, code_hash: id, sealed: '' };
      await db()
        .insertInto('medialist_link')
        .values({ ...secret, id, list_id, kind: 'link', valid_until: today(ended), created_at: ended })
        .execute();
      return async () => (await db().selectFrom('medialist_link').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a user who came from a learning platform': [
    /(\d+) (months)/,
    async (came) => {
      const [id, platform_id] = [newId(), newId()];
      const about = { name: '', issuer: id, client_id: '', auth_url: '', jwks_url: '' };
      await db()
        .insertInto('lti_platform')
        .values({ ...about, id: platform_id, district_id: 'district-a', created_at: came })
        .execute();
      const row = { id, platform_id, school_id: 'school-a', subject_hash: id, role: 'S' as const, last_seen_on: today(came) };
      await db().insertInto('lti_user').values(row).execute();
      return async () => (await db().selectFrom('lti_user').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a link by which a learning platform registers itself': [
    /a (day)/,
    async (made) => {
      const id = newId();
      const about = { id, district_id: 'district-a', school_id: 'school-a', token_hash: id };
      await db()
        .insertInto('lti_registration')
        .values({ ...about, expires_at: new Date(made.getTime() + DAY) })
        .execute();
      return async () => (await db().selectFrom('lti_registration').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a report of a problem with a medium': [
    /a (year) after/,
    async (changed_at) => {
      const id = newId();
      const about = { id, identifier: 'm-1', title: '', reason: 'other' as const, language: 'de', source: '', state: 'fixed' as const };
      await db()
        .insertInto('media_report')
        .values({ ...about, at: changed_at, changed_at })
        .execute();
      return async () => (await db().selectFrom('media_report').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'material a teacher or their school removed': [
    /(\d+) (days)/,
    async (retired_at) => {
      const identifier = `M-${newId()}`;
      const about = { identifier, fn_titel: 'Ein Blatt', fn_typ: '79', content_hash: '', published: '2026-01-01', free: false };
      await db()
        .insertInto('media_item')
        .values({ ...about, retired_at })
        .execute();
      await db()
        .insertInto('own_material')
        .values({ identifier, school_id: 'school-a', created_at: retired_at, removed_by: 'school' })
        .execute();
      return async () => (await db().selectFrom('media_item').select('fn_typ').where('identifier', '=', identifier).execute()).length === 1;
    },
  ],
  'a file for news that no news item refers to': [
    /a (day)/,
    async (since) => {
      const id = newId();
      await db().insertInto('news_file').values({ id, kind: 'picture', name: 'a.png', mime: 'image/png', bytes: 1, since }).execute();
      return async () => (await db().selectFrom('news_file').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
  'a stored file (of media, news, appearance, schools) that no row refers to': [
    /a (day)/,
    async (stored) => {
      const path = `media/2027-01/${newId()}.mp4`;
      await portal.portal.storage.write(path, Readable.from(['x']));
      utimesSync(join(portal.dataDir, 'files', path), stored, stored);
      return async () => (await portal.portal.storage.stat(path)) !== null;
    },
  ],
  'mails in the outbox': [
    /(\d+) (days)/,
    async (finished_at) => {
      const id = newId();
      await db()
        .insertInto('job')
        .values({ id, kind: 'mail', state: 'given_up', due_at: finished_at, created_at: finished_at, finished_at })
        .execute();
      return async () => (await db().selectFrom('job').select('id').where('id', '=', id).execute()).length === 1;
    },
  ],
};
/**
 * Kinds of data that have no row or no period in days. Other tests cover them: those of classes, assignments, the year change, the marketplace, and
 * identity providers.
 */
const ELSEWHERE = [
  'orders and invoices of the marketplace',
  'trials of products',
  'work of learners in assignments',
  'a change of the school year',
  'a class member who has left the school',
  'a school or role that another portal no longer names',
];

function beganBefore(found: RegExpExecArray): Date {
  const [number, unit] = found.length > 2 ? [Number(found[1]), found[2]!] : [1, `${found[1]!}s`];
  if (unit === 'hours') return new Date(END.getTime() - number * HOUR);
  if (unit === 'days') return new Date(END.getTime() - number * DAY);
  const day = unit === 'months' ? shiftMonths(today(END), -number) : shiftDay(today(END), -365);
  return new Date(`${day}T${END.toISOString().slice(11)}`);
}

test('deletes each kind of data at the end of its retention period', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/operate/privacy.md'), 'utf8');
  const section = text.slice(text.indexOf('## What ends when'), text.indexOf('## How a person is deleted'));
  const lines = section.split('\n').filter((line) => /^\| (?!-|data )/.test(line));
  const there: [string, () => Promise<boolean>][] = [];
  for (const line of lines) {
    const [, what, ...said] = line.split('|').map((cell) => cell.trim());
    if (ELSEWHERE.includes(what!)) continue;
    const [number, make] = KINDS[what!]!;
    const found = number.exec(said.join(' | '));
    expect(found, `${what}: ${said.join(' | ')}`).not.toBeNull();
    there.push([what!, await make(beganBefore(found!))]);
  }
  const left = async (): Promise<string[]> => {
    const names = [];
    for (const [what, isThere] of there) if (await isThere()) names.push(what);
    return names;
  };
  // The maintenance runs before the deletion, so that users receive their notice in time.
  for (const before of Object.values(DAYS_NOTIFIED_BEFORE).sort((a, b) => b - a)) {
    portal.setNow(new Date(END.getTime() - before * DAY + HOUR));
    await runSweepSteps(portal.portal);
  }
  // A period that ends on a calendar day includes that day.
  portal.setNow(new Date(END.getTime() - 14 * HOUR));
  await runSweepSteps(portal.portal);
  expect(await left()).toEqual(there.map(([what]) => what));
  portal.setNow(new Date(END.getTime() + 2 * DAY));
  await runSweepSteps(portal.portal);
  expect(await left()).toEqual([]);
});
