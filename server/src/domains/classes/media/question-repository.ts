/** Queries for the questions of learners about media. */
import { sql } from 'kysely';
import { matchTexts, matchUuids } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';
import type { ValueOf } from '../../../db/tables.ts';
import { belongsToClass } from '../../../visitors/in-class.ts';
import { newId } from '../../../db/new-id.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

type Visitor = Pick<SignedIn, 'id' | 'school_id' | 'by_code'>;

/** Number of active members who asked the question `q`. */
const askers = sql<number>`(select count(*) from class_question_asker as a inner join class_member as m on m.id = a.member_id
  where a.question_id = q.id and m.state = 'active')::int`;

/** Number of unanswered questions of active members. The statement must contain `class`. */
export const openQuestions = sql<number>`(select count(*) from class_question as q
  where q.class_id = class.id and q.answer is null and ${askers} > 0)::int`;

const selectQuestions = (db: Db) =>
  db
    .selectFrom('class_question as q')
    .select(['q.id', 'q.class_id', 'q.identifier', 'q.title', 'q.asked_at', 'q.answer', 'q.reason', 'q.answered_at'])
    .select(askers.as('count'));

export type QuestionRow = Awaited<ReturnType<ReturnType<typeof selectQuestions>['executeTakeFirstOrThrow']>>;

/** Returns the unanswered questions of a class. Questions that most learners asked come first. */
export const listOpen = (db: Db, classId: string): Promise<QuestionRow[]> =>
  selectQuestions(db)
    .where('q.class_id', '=', classId)
    .where('q.answer', 'is', null)
    .where(sql<boolean>`${askers} > 0`)
    .orderBy('count', 'desc')
    .orderBy('q.asked_at', 'desc')
    .orderBy('q.id')
    .limit(100)
    .execute();

/** Returns the questions that a learner asked, latest first. */
export const listAskedBy = (db: Db, memberId: string): Promise<QuestionRow[]> =>
  selectQuestions(db)
    .innerJoin('class_question_asker as own', 'own.question_id', 'q.id')
    .where('own.member_id', '=', memberId)
    .orderBy('q.asked_at', 'desc')
    .orderBy('q.id')
    .limit(100)
    .execute();

export const findQuestion = (db: Db, classId: string, id: string): Promise<QuestionRow | undefined> =>
  selectQuestions(db).where('q.class_id', '=', classId).where('q.id', '=', id).executeTakeFirst();

/** Returns the questions about a medium in these classes, with whether the user asked them. */
export const listAbout = (db: Db, classIds: readonly string[], identifier: string, user: Visitor) =>
  db
    .selectFrom('class_question as q')
    .select(['q.class_id', 'q.answer', 'q.reason'])
    .select(
      sql<boolean>`exists (select from class_question_asker as a inner join class_member as m on m.id = a.member_id
        where a.question_id = q.id and ${sql.ref(user.by_code ? 'm.code_id' : 'm.person_id')} = ${user.id})`.as('own'),
    )
    .where('q.identifier', '=', identifier)
    .where('q.class_id', '=', matchUuids(classIds))
    .execute();

/** Returns the active membership of a learner in a class. */
export async function findLearnerMember(db: Db, user: Visitor, classId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('class_member as me')
    .innerJoin('class', 'class.id', 'me.class_id')
    .select('me.id')
    .where('me.class_id', '=', classId)
    .where('me.role', '=', 'student')
    .where('me.state', '=', 'active')
    .where(user.by_code ? 'me.code_id' : 'me.person_id', '=', user.id)
    .where(belongsToClass('me', sql.val(user.school_id)))
    .executeTakeFirst();
  return row?.id;
}

/** Locks the class until the transaction ends, so that concurrent questions wait. */
export const lockForQuestion = (db: Db, classId: string): Promise<unknown> =>
  db.selectFrom('class').select('class.id').where('class.id', '=', classId).forUpdate().execute();

/** Returns the number of open questions of a class and the number of those that the member asked. */
export async function countOpen(db: Db, classId: string, memberId: string): Promise<{ all: number; own: number }> {
  const { rows } = await sql<{ all: number; own: number }>`select count(*)::int as "all",
    (count(*) filter (where exists (select from class_question_asker as a where a.question_id = q.id and a.member_id = ${memberId})))::int as own
    from class_question as q where q.class_id = ${classId} and q.answer is null`.execute(db);
  return rows[0]!;
}

type Asked = { class_id: string; identifier: string; title: string };

/** Adds a question, or adds the learner to the existing question. An answer is not changed. */
export async function addQuestion(db: Db, asked: Asked, memberId: string, now: Date): Promise<QuestionRow> {
  await db
    .insertInto('class_question')
    .values({ ...asked, id: newId(now), asked_at: now })
    .onConflict((conflict) =>
      conflict.columns(['class_id', 'identifier']).doUpdateSet({
        asked_at: sql<Date>`case when class_question.answer is null then ${now} else class_question.asked_at end`,
      }),
    )
    .execute();
  const question = await selectQuestions(db)
    .where('q.class_id', '=', asked.class_id)
    .where('q.identifier', '=', asked.identifier)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('class_question_asker')
    .values({ question_id: question.id, member_id: memberId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return question;
}

export const setAnswer = (
  db: Db,
  id: string,
  answer: { answer: 'declined'; reason: ValueOf<'class_question', 'reason'>; answered_by: string; answered_at: Date } | null,
): Promise<unknown> =>
  db
    .updateTable('class_question')
    .set(answer ?? { answer: null, reason: null, answered_by: null, answered_at: null })
    .where('class_question.id', '=', id)
    .execute();

/** Answers all questions about media that have been shared with their class. */
export const answerQuestionsAbout = (
  db: Db,
  classIds: readonly string[],
  identifiers: readonly string[],
  by: { person_id: string; now: Date },
): Promise<unknown> =>
  db
    .updateTable('class_question')
    .set({ answer: 'shared', reason: null, answered_by: by.person_id, answered_at: by.now })
    .where('class_question.class_id', '=', matchUuids(classIds))
    .where('class_question.identifier', '=', matchTexts(identifiers))
    .execute();

/** Deletes old answers, old questions and questions without askers. */
export const removeOldQuestions = (db: Db, { answered, asked }: { answered: Date; asked: Date }): Promise<unknown> =>
  sql`delete from class_question as q where q.answered_at < ${answered} or (q.answer is null and q.asked_at < ${asked})
    or not exists (select from class_question_asker as a where a.question_id = q.id)`.execute(db);
