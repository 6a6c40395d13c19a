/** Limits the number of statements sent by calls at the start of a lesson. On the embedded database, each statement waits for all earlier ones. */
import { classes } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import { learnerSession } from '@fundus/contract/classes/learner-session';
import { news } from '@fundus/contract/news/news';
import { beforeAll, expect, test } from 'vitest';
import { newId } from './db/new-id.ts';
import { hashOfCode } from './domains/classes/index.ts';
import { createTestCode } from './testing/classes.ts';
import { statementsWhenWarm } from './testing/record-statements.ts';
import type { Caller } from './testing/index.ts';
import { usePortal } from './testing/use-portal.ts';

const portal = usePortal();
let learner: Caller;
let classId: string;
beforeAll(async () => {
  await portal.store({ identifier: 'm-1', fn_titel: 'Ein Film', fn_typ: '49' });
  const { db } = portal.portal;
  classId = newId();
  const now = new Date();
  await db
    .insertInto('class')
    .values({ id: classId, school_id: 'school-a', name: '8b', kind: 'class', school_year: '2026/27', state_since: now, created_at: now })
    .execute();
  await db
    .insertInto('class_media')
    .values({ id: newId(), class_id: classId, identifier: 'm-1', title: 'Ein Film', kind: 'media', shared_at: now, rank: 1 })
    .execute();
  await db
    .insertInto('news')
    .values({
      id: newId(),
      school_id: 'school-a',
      audience: 'school',
      roles: 'all',
      stage: 'published',
      notify: 'none',
      changed_at: now,
      display_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute();
  const { codeId, caller } = await createTestCode(portal, { classes: [classId] });
  await db
    .updateTable('learner_code')
    .set({ hash: hashOfCode(portal.portal.secret, 'CDFGHJKLMNPQ') })
    .where('id', '=', codeId)
    .execute();
  learner = caller;
});

test.each<[string, number, () => Promise<unknown>]>([
  ['signing in with a code', 5, () => portal.guest().call(learnerSession.byCode, { body: { code: 'CDFGHJKLMNPQ' } })],
  ['a class', 2, () => learner.call(classes.read, { params: { id: classId } })],
  ['media of a class', 3, () => learner.call(classMedia.media, { params: { id: classId } })],
  ['news', 2, () => learner.call(news.list, { query: {} })],
])('%s: sends at most %i statements', async (_, most, call) => {
  const statements = await statementsWhenWarm(portal, call);
  expect(statements).not.toEqual([]);
  expect(statements.length, statements.map(({ sql }) => sql.replace(/\s+/g, ' ').slice(0, 160)).join('\n')).toBeLessThanOrEqual(most);
});
