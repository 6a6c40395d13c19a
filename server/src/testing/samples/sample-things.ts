/** Sample objects of a school: a class, its learner codes, news, shared media, and personal content. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { CODE_ALPHABET, schoolYearOf } from '@fundus/contract/classes/rules';
import { today } from '@fundus/contract/days';
import { newId } from '../../db/new-id.ts';
import type { ValueOf } from '../../db/tables.ts';
import { keyedHash } from '../../secrets/sealed.ts';
import type { TestPortal } from '../index.ts';
import type { Sample, SampleWorld as World } from './sample-world.ts';

/** Returns functions that create these objects in the database of a portal. */
export function sampleThings(portal: TestPortal) {
  const db = () => portal.portal.db;

  /** Creates a news item for the whole school. */
  async function newsOf(w: World, stage: ValueOf<'news', 'stage'> = 'published'): Promise<string> {
    const [id, now] = [newId(), new Date(Date.now() - 60_000)];
    const row = {
      id,
      school_id: w.school,
      audience: 'school' as const,
      roles: 'all' as const,
      notify: 'portal' as const,
      stage,
      display_at: now,
    };
    await db()
      .insertInto('news')
      .values({ ...row, created_at: now, changed_at: now })
      .execute();
    await db().insertInto('news_text').values({ news_id: id, language: 'de', title: 'x', teaser: '', body: '', cover_alt: '' }).execute();
    return id;
  }

  async function newsFileOf(news_id: string): Promise<string> {
    const id = newId();
    const row = { id, news_id, kind: 'attachment' as const, name: 'x.pdf', mime: 'application/pdf', bytes: 1, since: new Date() };
    await db().insertInto('news_file').values(row).execute();
    await portal.portal.storage.write(`news/${id}.pdf`, Readable.from(['x']));
    return id;
  }

  /** Creates a class with a teacher, a learner, a group and a medium. Learners can join it without confirmation. */
  async function classOf(w: World) {
    const [id, owner, learner, group, entry, now] = [newId(), newId(), newId(), newId(), newId(), new Date()];
    const school_year = schoolYearOf(today(now), '07-31');
    const code = Array.from(randomBytes(6), (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('');
    const since = { state_since: now, created_at: now };
    await db()
      .insertInto('class')
      .values({ id, school_id: w.school, name: `8b ${code}`, kind: 'class', school_year, join_policy: 'code', ...since })
      .execute();
    await db().updateTable('class').set({ join_code: code, join_code_until: '2099-01-01' }).where('id', '=', id).execute();
    const joined = { class_id: id, state: 'active' as const, joined_at: now, state_since: now };
    await db()
      .insertInto('class_member')
      .values([
        { ...joined, id: owner, person_id: await w.person(), role: 'owner' },
        { ...joined, id: learner, person_id: await w.person({ role: 'S' }), role: 'student' },
      ])
      .execute();
    await db().insertInto('class_group').values({ id: group, class_id: id, name: 'Gruppe 1' }).execute();
    const medium = { kind: 'media' as const, identifier: 'm-1', title: 'Ein Film', rank: 1, shared_at: now };
    await db()
      .insertInto('class_media')
      .values({ ...medium, id: entry, class_id: id })
      .execute();
    return { id, code, params: { id, memberId: learner, groupId: group, entryId: entry } };
  }

  /** Creates a medium that a user has shared with the whole school. */
  async function sharedOf(w: World): Promise<string> {
    const id = newId();
    const row = {
      id,
      school_id: w.school,
      person_id: await w.person(),
      kind: 'media' as const,
      identifier: 'm-1',
      title: 'Ein Film',
      message: '',
    };
    await db()
      .insertInto('shared_medium')
      .values({ ...row, to_school: true, visible_until: '2099-01-01', shared_at: new Date() })
      .execute();
    return id;
  }

  /** Creates a class with a learner code. */
  async function withCode(w: World, body?: object): Promise<Sample> {
    const [{ id, params }, code_id, now] = [await classOf(w), await w.code(), new Date()];
    await db()
      .insertInto('class_member')
      .values({ id: newId(), class_id: id, code_id, role: 'student', state: 'active', joined_at: now, state_since: now })
      .execute();
    return { params: { ...params, codeId: code_id }, ...(body && { body }) };
  }

  /** Returns the content of the QR code on the sheet of a batch of learner codes. */
  async function sheetOf(w: World): Promise<string> {
    const [id, { secret }] = [newId(), portal.portal];
    const row = { id, school_id: w.school, name: '8b', count: 1, valid_until: '2099-01-01', created_at: new Date(), sheet_sealed: id };
    await db()
      .insertInto('code_batch')
      .values({ ...row, sheet_hash: keyedHash(secret, 'code-sheet', id) })
      .execute();
    return id;
  }

  async function folderOf(person_id: string): Promise<string> {
    const id = newId();
    await db().insertInto('bookmark_folder').values({ id, person_id, name: id, created_at: new Date() }).execute();
    return id;
  }

  async function searchOf(person_id: string): Promise<string> {
    const search = newId();
    await db()
      .insertInto('saved_search')
      .values({
        id: search,
        person_id,
        name: 'Moore',
        scope: 'search',
        query: '',
        created_at: new Date(),
        last_run: new Date(),
        seen_at: new Date(),
      })
      .execute();
    return search;
  }

  async function wishOf(person_id: string, school_id: string): Promise<string> {
    const [wish, now] = [newId(), new Date()];
    await db()
      .insertInto('wish')
      .values({ id: wish, identifier: 'm-1', title: 'Ein Film', person_id, school_id, state: 'open', at: now, changed_at: now })
      .execute();
    return wish;
  }

  async function excerptOf(person_id: string): Promise<string> {
    const excerpt = newId();
    await db()
      .insertInto('excerpt')
      .values({ id: excerpt, identifier: 'm-1', person_id, start_s: 1, end_s: 2, title: 'x', created_at: new Date() })
      .execute();
    return excerpt;
  }

  async function reviewOf(person_id: string): Promise<string> {
    const [review, now] = [newId(), new Date()];
    await db()
      .insertInto('review')
      .values({ id: review, identifier: 'm-1', person_id, stars: 4, state: 'published', created_at: now, changed_at: now })
      .execute();
    return review;
  }

  return { newsOf, newsFileOf, classOf, sharedOf, withCode, sheetOf, searchOf, folderOf, wishOf, excerptOf, reviewOf };
}
