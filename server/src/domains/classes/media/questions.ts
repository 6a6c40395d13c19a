/** Learners ask their teachers for media that they cannot open (docs/behaviour/classes.md#questions). */
import {
  ANSWER_DAYS_KEPT,
  MAX_OWN_QUESTIONS,
  MAX_QUESTIONS,
  QUESTION_DAYS_KEPT,
  type AskedClass,
  type classQuestions,
  type ClassQuestion,
} from '@fundus/contract/classes/questions';
import { DAY } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import type { Portal, UserCtx } from '../../../http/context.ts';
import { findBookmarkedBy, findKnownCards, presentItem, requireKnownRow } from '../../catalogue/index.ts';
import { readClassSeats } from '../../licences/index.ts';
import { listLearners, rightsOf } from './learner-media.ts';
import { shareMedia } from './media.ts';
import { roleIn, teaches } from '../policy.ts';
import {
  addQuestion,
  countOpen,
  findLearnerMember,
  findQuestion,
  listAbout,
  listAskedBy,
  listOpen,
  lockForQuestion,
  removeOldQuestions,
  setAnswer,
  type QuestionRow,
} from './question-repository.ts';
import { findOwn } from '../repository.ts';
import { lockOwnClass, requireVisible } from '../service.ts';

const stateOf = ({ answer }: Pick<QuestionRow, 'answer'>): ClassQuestion['state'] => answer ?? 'open';

/** Returns whether a subject of the medium is the subject of the class or belongs to it. */
const isOfSubject = (subject: string | null, codes: readonly string[]): boolean =>
  subject !== null && codes.some((code) => code.startsWith(subject));

/** Returns the classes in which the learner can ask for a medium. Questions of other learners are not disclosed. */
export async function readAskable(ctx: UserCtx, identifier: string): Promise<Reply<typeof classQuestions.askable>> {
  const { db, user } = ctx;
  const row = await requireKnownRow(ctx, identifier);
  const own = (await findOwn(db, user)).filter((each) => roleIn(user, each) === 'student');
  const about = new Map(
    (
      await listAbout(
        db,
        own.map(({ id }) => id),
        identifier,
        user,
      )
    ).map((each) => [each.class_id, each]),
  );
  const fits = ({ subject }: (typeof own)[number]) => Number(isOfSubject(subject, row.fn_geb));
  return {
    classes: own
      .toSorted((a, b) => fits(b) - fits(a) || a.name.localeCompare(b.name, 'de', { numeric: true }))
      .map(({ id, name }) => {
        const asked = about.get(id);
        return asked?.own ? { id, name, state: stateOf(asked), reason: asked.reason } : { id, name, state: 'none', reason: null };
      }),
  };
}

/**
 * Adds a question. Throws `forbidden` unless the user is a learner of the class, and `state_conflict` if the medium can be opened or too many
 * questions are open.
 */
export async function requestMedium(
  ctx: UserCtx,
  classId: string,
  { identifier }: Input<typeof classQuestions.requestMedium>['body'],
): Promise<AskedClass> {
  const { db, user, now } = ctx;
  const cls = await requireVisible(ctx, classId);
  const memberId = await findLearnerMember(db, user, classId);
  if (memberId === undefined) throw new AppError('forbidden');
  if (cls.state !== 'active') throw new AppError('state_conflict', { details: { state: cls.state } });
  const row = await requireKnownRow(ctx, identifier);
  if (rightsOf(ctx, user, row) !== null) throw new AppError('state_conflict', { field: 'identifier', details: { reason: 'open' } });
  await lockForQuestion(db, classId);
  const added = await addQuestion(db, { class_id: classId, identifier, title: row.fn_titel }, memberId, now);
  const { all, own } = await countOpen(db, classId, memberId);
  if (own > MAX_OWN_QUESTIONS || all > MAX_QUESTIONS)
    throw new AppError('state_conflict', {
      details: { reason: 'most', most: own > MAX_OWN_QUESTIONS ? MAX_OWN_QUESTIONS : MAX_QUESTIONS },
    });
  return { id: cls.id, name: cls.name, state: stateOf(added), reason: added.reason };
}

export async function readQuestions(ctx: UserCtx, classId: string): Promise<Reply<typeof classQuestions.questions>> {
  const { db, user } = ctx;
  const cls = await requireVisible(ctx, classId);
  const teaching = teaches(user, cls);
  const memberId = teaching ? undefined : await findLearnerMember(db, user, classId);
  const rows = teaching ? await listOpen(db, classId) : memberId === undefined ? [] : await listAskedBy(db, memberId);
  const identifiers = rows.map((row) => row.identifier);
  const [cards, bookmarked] = await Promise.all([findKnownCards(ctx, identifiers), findBookmarkedBy(ctx, identifiers)]);
  const learner = teaching ? (await listLearners(db, [cls])).get(cls.school_id)! : null;
  const seats = teaching ? await readClassSeats(ctx, cls, [...cards.values()]) : new Map<string, never>();
  return {
    items: rows.map((row) => {
      const card = cards.get(row.identifier);
      const found = seats.get(row.identifier);
      const takes = found?.may && found.free !== 0;
      return {
        id: row.id,
        identifier: row.identifier,
        title: card?.fn_titel ?? row.title,
        item: card ? presentItem(ctx, card, bookmarked.has(row.identifier)) : null,
        at: (teaching ? row.asked_at : (row.answered_at ?? row.asked_at)).toISOString(),
        state: stateOf(row),
        reason: row.reason,
        count: teaching ? row.count : 0,
        may: learner && card && rightsOf(ctx, learner, card) !== null ? 'share' : takes || found?.given ? 'seats' : 'none',
        seats: takes ? found.learners - found.seated : 0,
      };
    }),
  };
}

type Answer = Input<typeof classQuestions.answer>['body'];

/**
 * Answers a question. Sharing the medium answers it automatically. Throws `state_conflict`, or `no_licence` if the learners cannot use the medium.
 */
export async function answerQuestion(
  ctx: UserCtx,
  classId: string,
  questionId: string,
  body: Answer,
): Promise<Reply<typeof classQuestions.answer>> {
  await lockOwnClass(ctx, classId, 'share');
  const question = await findQuestion(ctx.db, classId, questionId);
  if (!question) throw notFound('questionId');
  if (body.answer === 'share') {
    const shared = await shareMedia(ctx, { classes: [classId], media: [question.identifier], excerpts: [], seats: true });
    if (shared.unlicensed.length > 0) throw new AppError('state_conflict', { details: { reason: 'no_licence' } });
    return { seated: shared.seated, without_seat: shared.without_seat };
  }
  const by = { answered_by: ctx.user.id, answered_at: ctx.now };
  await setAnswer(ctx.db, questionId, body.answer === 'decline' ? { answer: 'declined', reason: body.reason, ...by } : null);
  return { seated: 0, without_seat: 0 };
}

/** Deletes old questions. Runs hourly. */
export const sweepQuestions = ({ db, now }: Pick<Portal, 'db' | 'now'>): Promise<unknown> =>
  removeOldQuestions(db, {
    answered: new Date(now().getTime() - ANSWER_DAYS_KEPT * DAY),
    asked: new Date(now().getTime() - QUESTION_DAYS_KEPT * DAY),
  });
