/** Addresses of assignments of the demo school and of their results. */
import { assignments } from '@fundus/contract/assignments/assignments';
import { assignmentResults } from '@fundus/contract/assignments/results';
import { href } from '@fundus/contract/screens';
import type { APIRequestContext, Page } from 'playwright-core';
import { sendCall, ensureClass } from './class-steps.ts';
import { portalUrlFor } from '../contexts.ts';
import { callsAs } from '../people.ts';

const TITLE = 'Wasser unterwegs: zur Vorbereitung';

type Line = { id: string; title: string; class: { id: string } };

async function find(page: Page): Promise<{ request: APIRequestContext; classId: string; id: string }> {
  const request = await callsAs(portalUrlFor(page.context()), 'teacher');
  const classId = await ensureClass(page, '8b');
  const { items } = await sendCall<{ items: Line[] }>(request, assignments.list, { id: classId });
  return { request, classId, id: items.find(({ title }) => title === TITLE)!.id };
}

/** Returns a function that returns the address of a class tab, with query parameters derived from the assignment. */
const at =
  (tab: 'assignments' | 'results', of: (found: { classId: string; id: string; request: APIRequestContext }) => Promise<object> | object) =>
  async (page: Page): Promise<string> => {
    const found = await find(page);
    return href('class', { id: found.classId }, { tab, ...(await of(found)) });
  };

export const assignmentList = at('assignments', () => ({}));
export const oneAssignment = at('assignments', ({ id }) => ({ assignment: id }));
/** Address of the assignment form, filled in with a copy of an assignment. */
export const assignmentForm = at('assignments', ({ id }) => ({ assignment: 'new', copy: id }));
export const results = at('results', () => ({}));
export const resultsOfAssignment = at('results', ({ id }) => ({ assignment: id }));
/** Address of the results of a step in which a learner needs help. */
export const resultsOfStep = at('results', async ({ id, request }) => {
  const { contents } = await sendCall<{ contents: { id: string }[] }>(request, assignments.read, { id });
  return { assignment: id, step: contents[1]!.id };
});
/** Address of the results of a learner with an answer and a comment. */
export const resultsOfLearner = at('results', async ({ request, classId }) => {
  const { learners } = await sendCall<{ learners: { member_id: string; name: string }[] }>(request, assignmentResults.grid, {
    id: classId,
  });
  return { learner: learners.find(({ name }) => name.includes('Weber'))!.member_id };
});

/** Returns the address at which learners open the film of the first step. */
export async function filmOfStep(page: Page): Promise<string> {
  const { request, classId, id } = await find(page);
  const { contents } = await sendCall<{ contents: { id: string; identifier: string }[] }>(request, assignments.read, { id });
  const { id: step, identifier } = contents[0]!;
  return `${href('class-media-detail', { id: classId, mediaType: 'media', mediaId: identifier })}?${new URLSearchParams({ assignment: id, step })}`;
}
