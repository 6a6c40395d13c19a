/** Endpoints for visitors from a learning platform, who are authorized by the token of their visit (docs/behaviour/lti.md#the-visit). */
import { z } from 'zod';
import { Assignment, OwnWork, Report, UnitState } from '../assignments/assignments.ts';
import { MediaDetail, SearchReply } from '../catalogue/catalogue.ts';
import { endpoint } from '../endpoint.ts';
import { byIdentifier, count, identifier, moment, text } from '../fields.ts';
import { LinkedItem, LinkedMedium } from '../medialists/links.ts';
import { MAX_ITEMS } from './rules.ts';

export * from './rules.ts';

const seconds = z.number().min(0).max(1_000_000).nullable();

const OpenedMedium = z.object({ kind: z.literal('medium'), id: z.string(), start: seconds, end: seconds });
const OpenedTask = z.object({ kind: z.literal('task'), id: z.uuid() });
const OpenedList = z.object({ kind: z.literal('list'), id: z.uuid() });

/** Visit from a learning platform. `pick` is set if the visitor selects media, and `target` if the link names what to open. */
const Visit = z.object({
  platform: z.string(),
  school: z.string(),
  teaches: z.boolean(),
  /** `many` is true if multiple items can be selected. */
  pick: z.object({ many: z.boolean() }).nullable(),
  target: z.discriminatedUnion('kind', [OpenedMedium, OpenedList, OpenedTask]).nullable(),
  /** Class that is linked to the course in the platform, or `null`. */
  course: z.object({ class_name: z.string() }).nullable(),
  /** True if the visitor may link the course to a class. */
  connects: z.boolean(),
});
export type Visit = z.output<typeof Visit>;

const VisitList = z.object({ title: z.string(), description: z.string(), contents: z.array(LinkedItem) });
export type VisitList = z.output<typeof VisitList>;

const PickableList = z.object({ id: z.uuid(), title: z.string(), owner: z.string(), items: count, cover: z.string().nullable() });
export type PickableList = z.output<typeof PickableList>;

const PickableTask = z.object({ id: z.uuid(), title: z.string(), steps: count, due_at: moment.nullable() });
export type PickableTask = z.output<typeof PickableTask>;

export const PickedItem = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('medium'), id: identifier }),
  z.object({ kind: z.literal('task'), id: z.uuid() }),
  z.object({
    kind: z.literal('list'),
    id: z.uuid(),
    /** `each` creates a link for every medium, and `one` a single link for the whole list. */
    as: z.enum(['one', 'each']).default('one'),
  }),
]);
export type PickedItem = z.input<typeof PickedItem>;

/** Endpoints authorized by the token of the visit, with or without a session. */
const byToken = { access: 'user', guests: 'always', codes: true } as const;

export const ltiVisit = {
  begin: endpoint({
    method: 'POST',
    path: '/api/v1/lti/session',
    summary: 'Exchange the one-time code of a launch, valid for a minute, for the token of the visit',
    ...byToken,
    body: z.object({ code: z.string().min(20).max(100) }),
    reply: z.object({ token: z.string(), visit: Visit }),
  }),
  search: endpoint({
    method: 'GET',
    path: '/api/v1/lti/search',
    summary: 'Search media that the school of the visit may use in a learning platform',
    ...byToken,
    query: z.object({ q: text(200).default(''), offset: z.coerce.number().int().min(0).max(10_000).default(0) }),
    /** `closed` lists media that learners of the school may not open in a learning platform. */
    reply: SearchReply.pick({ total: true, items: true }).extend({ closed: z.array(z.string()) }),
  }),
  lists: endpoint({
    method: 'GET',
    path: '/api/v1/lti/lists',
    summary: 'Media lists visible to the whole school of the visit',
    ...byToken,
    query: z.object({ q: text(100).default('') }),
    reply: z.object({ items: z.array(PickableList) }),
  }),
  medium: endpoint({
    method: 'GET',
    path: '/api/v1/lti/media/{identifier}',
    summary: 'The medium of the visit, or one of its list, with its files; downloads are not possible',
    ...byToken,
    params: byIdentifier,
    reply: LinkedMedium.extend({ fn_kurztext: MediaDetail.shape.fn_kurztext }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/v1/lti/list',
    summary: 'The media list of the visit, as learners of the school see it',
    ...byToken,
    reply: VisitList,
  }),
  connect: endpoint({
    method: 'POST',
    path: '/api/v1/lti/course',
    summary: 'Connect the course of the visit with the class of a code; the code is used up',
    ...byToken,
    body: z.object({ code: z.string().max(40) }),
    reply: Visit,
  }),
  tasks: endpoint({
    method: 'GET',
    path: '/api/v1/lti/tasks',
    summary: 'Assignments of the connected class to choose from',
    ...byToken,
    reply: z.object({ items: z.array(PickableTask) }),
  }),
  task: endpoint({
    method: 'GET',
    path: '/api/v1/lti/task',
    summary: 'The assignment of the visit: learners of the class get their work, teachers its steps',
    ...byToken,
    reply: Assignment,
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/v1/lti/task/steps/{stepId}/work',
    summary: "Report activity of a learner in a step of the visit's assignment",
    ...byToken,
    params: z.object({ stepId: z.uuid() }),
    body: Report,
    reply: OwnWork,
  }),
  units: endpoint({
    method: 'GET',
    path: '/api/v1/lti/task/steps/{stepId}/units',
    summary: 'Saved states of the units of a SCORM package for the learner of the visit',
    ...byToken,
    params: z.object({ stepId: z.uuid() }),
    reply: z.object({ units: z.record(z.string(), UnitState) }),
  }),
  deepLink: endpoint({
    method: 'POST',
    path: '/api/v1/lti/deeplink',
    summary: 'The selection, signed for the platform; the page posts it to `return_url`. An empty selection cancels',
    ...byToken,
    body: z.object({ items: z.array(PickedItem).max(MAX_ITEMS) }),
    reply: z.object({ return_url: z.string(), fields: z.record(z.string(), z.string()) }),
  }),
};
