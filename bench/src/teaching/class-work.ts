/**
 * Measures the server's response times for the work of a class: its page, its results, a long list, and the code cards of a school. The portal runs
 * in this process, on PostgreSQL if `TEST_DATABASE_URL` is set; calls are sequential, so that each is measured alone.
 */
import { assignmentResults } from '@fundus/contract/assignments/results';
import { classes } from '@fundus/contract/classes/classes';
import { classMedia } from '@fundus/contract/classes/media';
import { learnerCodes } from '@fundus/contract/classes/learner-codes';
import { medialists } from '@fundus/contract/medialists/medialists';
import { newId } from '@fundus/server/db/new-id';
import { schoolAdmin, testPortal, type Caller, type TestPortal } from '@fundus/server/testing';
import { describeLoad } from '../measure/commands.ts';
import { storeTable, percentile } from '../measure/table.ts';
import { timesOf } from '../measure/times.ts';

const [LEARNERS, MEDIA, ASSIGNMENTS, ITEMS, CODES] = [35, 60, 20, 200, 1_000];

/**
 * Creates a class with learner codes, media, assignments that all learners have begun, and a long list. Returns the identifiers of class and list.
 */
async function prepare({ portal, store }: TestPortal, admin: Caller): Promise<{ classId: string; listId: string }> {
  const { db } = portal;
  const now = portal.now();
  await store(...Array.from({ length: ITEMS }, (_, i) => ({ identifier: `m-${i}`, fn_titel: `Medium ${i}`, fn_typ: '49' })));
  const { id: classId } = await admin.call(classes.create, { body: { name: '8b' } });
  await admin.call(learnerCodes.makeCodes, { params: { id: classId }, body: { count: LEARNERS, label: '8b' } });
  const media = Array.from({ length: MEDIA }, (_, i) => `m-${i}`);
  for (let i = 0; i < MEDIA; i += 20) await admin.call(classMedia.share, { body: { classes: [classId], media: media.slice(i, i + 20) } });
  const members = await db.selectFrom('class_member').select('id').where('class_id', '=', classId).where('role', '=', 'student').execute();
  for (let i = 0; i < ASSIGNMENTS; i += 1) {
    const [id, step_id] = [newId(), newId()];
    await db
      .insertInto('assignment')
      .values({ id, class_id: classId, title: `Aufgabe ${i}`, created_at: now, published_at: now })
      .execute();
    await db
      .insertInto('assignment_step')
      .values({ id: step_id, assignment_id: id, rank: 0, kind: 'media', identifier: `m-${i}`, title: 'Film', completion: 'viewed' })
      .execute();
    await db
      .insertInto('assignment_work')
      .values(members.map((member) => ({ step_id, member_id: member.id, opened_at: now, reported_at: now, started: true })))
      .execute();
  }
  const listId = (await admin.call(medialists.create, { body: { title: 'Wasser' } as never })).id;
  await db
    .insertInto('medialist_item')
    .values(
      Array.from({ length: ITEMS }, (_, i) => ({
        ...{ id: newId(), list_id: listId, rank: `a${String(i).padStart(4, '0')}`, kind: 'media' as const },
        ...{ identifier: `m-${i}`, title: `Medium ${i}`, added_at: now },
      })),
    )
    .execute();
  return { classId, listId };
}

export async function classWorkBench(): Promise<void> {
  const portal = await testPortal();
  const load = describeLoad();
  try {
    const admin = await portal.as(schoolAdmin());
    const { classId, listId } = await prepare(portal, admin);
    const one = { params: { id: classId } };
    const rows: (string | number)[][] = [];
    const measure = async (what: string, aim: number, work: () => Promise<unknown>, times?: number) => {
      const found = await timesOf(work, times);
      rows.push([what, aim, percentile(found, 0.5), percentile(found, 0.95)]);
    };
    await measure(`class page: ${LEARNERS} learners, ${MEDIA} media`, 30, () =>
      Promise.all([admin.call(classes.read, one), admin.call(classMedia.media, one)]),
    );
    await measure(`grid ${LEARNERS} × ${ASSIGNMENTS}`, 40, () => admin.call(assignmentResults.grid, { ...one, query: {} }));
    await measure(`list of ${ITEMS} items`, 100, () => admin.call(medialists.read, { params: { id: listId } }));
    for (let made = LEARNERS; made < 500; made += 155)
      await admin.call(learnerCodes.makeCodes, { ...one, body: { count: 155, label: `x${made}` } });
    await admin.call(learnerCodes.printCodes, { ...one, body: {} });
    const { items } = await admin.call(learnerCodes.codes, one);
    // A class has at most 500 codes, so the cards of one class are printed repeatedly to reach a thousand.
    const rounds = Math.ceil(CODES / items.length);
    await measure(
      `cards of ${items.length * rounds} codes`,
      5_000,
      async () => {
        for (let i = 0; i < rounds; i += 1) await admin.call(learnerCodes.sheet, { ...one, query: {} });
      },
      1,
    );
    storeTable({
      name: 'class-work',
      title: 'Server time for a class',
      head: ['what', 'goal, ms', 'p50, ms', 'p95, ms'],
      rows,
      notes: [process.env.TEST_DATABASE_URL ? 'On PostgreSQL.' : 'On the embedded database.', `Portal and client share a process. ${load}`],
    });
  } finally {
    await portal.close();
  }
}
