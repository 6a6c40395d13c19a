/** Sample requests for all calls of assignments. They use an assignment of a class at the school. */
import { newId } from '../../db/new-id.ts';
import type { TestPortal } from '../index.ts';
import type { Sample, SampleWorld as World } from './sample-world.ts';

export function assignmentSamples(portal: TestPortal, classOf: (w: World) => Promise<{ id: string }>) {
  const db = () => portal.portal.db;

  async function assignmentOf(w: World, published_at: Date | null = new Date()) {
    const [id, stepId, memberId, now] = [newId(), newId(), newId(), new Date()];
    const { id: class_id } = await classOf(w);
    await db().insertInto('assignment').values({ id, class_id, title: 'Ansehen', created_at: now, published_at }).execute();
    const step = { id: stepId, assignment_id: id, rank: 0, kind: 'media' as const, identifier: 'm-1', title: 'Ein Film' };
    await db()
      .insertInto('assignment_step')
      .values({ ...step, completion: 'self_marked' })
      .execute();
    const person_id = await w.person({ role: 'S' });
    await db()
      .insertInto('class_member')
      .values({ id: memberId, class_id, person_id, role: 'student', state: 'active', joined_at: now, state_since: now })
      .execute();
    return { id, stepId, memberId, class_id };
  }

  const of =
    (body?: object, published_at?: Date | null) =>
    async (w: World): Promise<Sample> => {
      const { class_id: _, ...params } = await assignmentOf(w, published_at);
      return { params, ...(body && { body }) };
    };
  const commentAllOf = async (w: World): Promise<Sample> => {
    const { id, stepId, memberId } = await assignmentOf(w);
    return { params: { id, stepId }, body: { members: [memberId], comment: 'Gut' } };
  };
  const ofClass =
    (body?: object) =>
    async (w: World): Promise<Sample> => {
      const { class_id, memberId } = await assignmentOf(w);
      return { params: { id: class_id, memberId }, ...(body && { body }) };
    };

  return {
    'assignments.change': of({ version: 1, title: 'Neu' }),
    'assignments.create': ofClass({ title: 'Ansehen', steps: [{ kind: 'medium', identifier: 'm-1' }] }),
    'assignments.events': ofClass(),
    'assignments.exportGrid': ofClass(),
    'assignments.forget': of(),
    'assignments.grid': ofClass(),
    'assignments.seen': ofClass(),
    'assignments.reviewWork': of({ done: true }),
    'assignments.commentAll': commentAllOf,
    'assignments.list': ofClass(),
    'assignments.move': of({ to: 'close' }),
    'assignments.ofAssignment': of(),
    'assignments.ofLearner': ofClass(),
    'assignments.read': of(),
    'assignments.remove': of(undefined, null),
    'assignments.remind': of({}),
    'assignments.report': of({ event: 'open' }),
    'assignments.seenFeedback': of(),
    'assignments.units': of(),
  };
}
