/**
 * Counts the statements and rows of lists and results for a class of 30 learners with 20 assignments of 10 steps each, all of which have been worked
 * on.
 */
import { assignments } from '@fundus/contract/assignments/assignments';
import { assignmentResults as results } from '@fundus/contract/assignments/results';
import { classes } from '@fundus/contract/classes/classes';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/new-id.ts';
import { createTestCode } from '../../testing/classes.ts';
import { statementsWhenWarm } from '../../testing/record-statements.ts';
import { teacher, type Caller } from '../../testing/index.ts';
import { usePortal } from '../../testing/use-portal.ts';

const portal = usePortal();
const [LEARNERS, ASSIGNMENTS, STEPS] = [30, 20, 10];
/** Number of statements and rows that read the session, which is cached on the embedded database only. */
const SESSION = 1;
const NOW = new Date('2026-11-22T09:00:00Z');
let anna: Caller;
let learner: Caller;
let classId: string;
let assignmentId: string;
let memberId: string;

beforeAll(async () => {
  portal.setNow(NOW);
  const { db } = portal.portal;
  anna = await portal.as(teacher({ email: 'anna@x.example' }));
  classId = (await anna.call(classes.create, { body: { name: '8b' } })).id;
  for (let i = 0; i < LEARNERS; i += 1) learner = (await createTestCode(portal, { classes: [classId] })).caller;
  for (let i = 0; i < ASSIGNMENTS; i += 1) {
    const [id, title] = [newId(), `Aufgabe ${i}`];
    await db
      .insertInto('assignment')
      .values({ id, class_id: classId, title, due_at: new Date('2026-11-25T07:00:00Z'), published_at: NOW, created_at: NOW })
      .execute();
    const steps = Array.from({ length: STEPS }, (_, rank) => ({ id: newId(), assignment_id: id, rank, title: `Frage ${rank}` }));
    await db
      .insertInto('assignment_step')
      .values(steps.map((step) => ({ ...step, kind: 'text' as const, completion: 'self_marked' as const })))
      .execute();
    assignmentId = id;
  }
  await sql`insert into assignment_work (step_id, member_id, opened_at, reported_at, started, completed_at, wants_help)
    select step.id, m.id, ${NOW}, ${NOW}, true, case when step.rank < 5 then ${NOW}::timestamptz end, step.rank = 7
    from assignment_step as step, class_member as m where m.class_id = ${classId} and m.role = 'student'`.execute(db);
  memberId = (await anna.call(results.grid, { params: { id: classId }, query: {} })).learners[0]!.member_id;
});

test.each<[string, { statements: number; rows: number }, () => Promise<unknown>]>([
  ['assignments of the class', { statements: 4, rows: 42 }, () => anna.call(assignments.list, { params: { id: classId }, query: {} })],
  ['due assignments of a teacher', { statements: 3, rows: 41 }, () => anna.call(assignments.own)],
  ['one assignment', { statements: 6, rows: 4 }, () => anna.call(assignments.read, { params: { id: assignmentId } })],
  ['results of the class', { statements: 4, rows: 651 }, () => anna.call(results.grid, { params: { id: classId }, query: {} })],
  ['results of an assignment', { statements: 4, rows: 332 }, () => anna.call(results.ofAssignment, { params: { id: assignmentId } })],
  ['results of a learner', { statements: 4, rows: 251 }, () => anna.call(results.ofLearner, { params: { id: classId, memberId } })],
  ['assignments of a learner', { statements: 2, rows: 40 }, () => learner.call(assignments.own)],
])('reads %s with at most %o', async (_, most, call) => {
  const sent = await statementsWhenWarm(portal, call);
  const rows = sent.reduce((sum, one) => sum + one.rows, 0);
  const said = sent.map((one) => `${one.rows} rows: ${one.sql.replace(/\s+/g, ' ')}`).join('\n');
  expect(sent).not.toEqual([]);
  expect(sent.length, said).toBeLessThanOrEqual(most.statements + SESSION);
  expect(rows, said).toBeLessThanOrEqual(most.rows + SESSION);
  // Checks that rights do not read the result counts of a class card, which are expensive.
  expect(said).not.toContain('results_seen_at');
});
