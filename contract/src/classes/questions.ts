/** Requests of learners for media that they may not open (docs/behaviour/classes.md#questions). */
import { z } from 'zod';
import { advancedView } from '../access.ts';
import { byId, byMediaId, count, identifier, moment, named } from '../fields.ts';
import { MediaItem } from '../catalogue/catalogue.ts';
import { endpoint } from '../endpoint.ts';

/** Maximum number of open requests of a learner, and of a whole class. */
export const MAX_OWN_QUESTIONS = 10;
export const MAX_QUESTIONS = 50;
/** Number of days after which answered and unanswered requests are deleted. */
export const ANSWER_DAYS_KEPT = 30;
export const QUESTION_DAYS_KEPT = 60;

export const QUESTION_STATES = ['open', 'shared', 'declined'] as const;
/** Reasons for declining a request. */
export const QUESTION_REASONS = ['no_licence', 'later', 'not_fitting'] as const;

const answered = {
  state: z.enum(QUESTION_STATES),
  reason: z.enum(QUESTION_REASONS).nullable(),
};

export const ClassQuestion = z.object({
  id: z.uuid(),
  identifier: z.string(),
  title: z.string(),
  /** Card of the medium, or `null` if the visitor may not see it. */
  item: MediaItem.nullable(),
  /** Time of the latest request. For learners, the time of the answer once there is one. */
  at: moment,
  ...answered,
  /** Number of learners who have requested the medium. 0 for learners. */
  count,
  /** For teachers: how the learners could use the medium once it is shared, by licence or with free seats. `seats` is the number of seats. */
  may: z.enum(['share', 'seats', 'none']),
  seats: count,
});
export type ClassQuestion = z.output<typeof ClassQuestion>;

/** Class whose teachers can be asked for a medium, with the state of the request. `none` means that there is no request. */
export const AskedClass = named(z.uuid()).extend({ state: z.enum(['none', ...QUESTION_STATES]), reason: answered.reason });
export type AskedClass = z.output<typeof AskedClass>;

const question = byId.extend({ questionId: z.uuid() });

export const classQuestions = {
  askable: endpoint({
    method: 'GET',
    path: '/api/v1/classes/questions/{mediaId}',
    summary: 'Classes in which the learner can request a medium, those of its subject first, with the state of earlier requests',
    access: 'user',
    codes: true,
    params: byMediaId,
    reply: z.object({ classes: z.array(AskedClass) }),
  }),
  requestMedium: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/questions',
    summary: 'Request a medium from the teachers of a class. Idempotent; answered requests stay answered',
    access: 'user',
    codes: true,
    params: byId,
    body: z.object({ identifier }),
    reply: AskedClass,
  }),
  questions: endpoint({
    method: 'GET',
    path: '/api/v1/classes/{id}/questions',
    summary: 'Unanswered requests of a class; learners get their own with the answers',
    access: 'user',
    codes: true,
    params: byId,
    reply: z.object({ items: z.array(ClassQuestion) }),
  }),
  answer: endpoint({
    method: 'POST',
    path: '/api/v1/classes/{id}/questions/{questionId}/answer',
    summary: 'Answer a request: share the medium, with seats if needed, decline with a reason, or reopen',
    access: 'user',
    advancedView,
    params: question,
    body: z.discriminatedUnion('answer', [
      z.object({ answer: z.literal('share') }),
      z.object({ answer: z.literal('decline'), reason: z.enum(QUESTION_REASONS) }),
      z.object({ answer: z.literal('reopen') }),
    ]),
    reply: z.object({
      /** `seated` is the number of learners who received a seat, and `without_seat` of those who did not. */
      seated: count,
      without_seat: count,
    }),
  }),
};
