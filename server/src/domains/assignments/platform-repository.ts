/** Queries for learners from a learning platform. */
import type { Db } from '../../db/open.ts';

/**
 * Returns whether the learner comes from a platform that receives grades. If `memberId` is `null`, returns whether any learner of the assignment
 * does.
 */
export async function isFromPlatform(db: Db, assignmentId: string, memberId: string | null): Promise<boolean> {
  const row = await db
    .selectFrom('lti_link')
    .innerJoin('lti_grade', 'lti_grade.link_id', 'lti_link.id')
    .innerJoin('lti_user', 'lti_user.id', 'lti_grade.user_id')
    .select('lti_link.id')
    .where('lti_link.assignment_id', '=', assignmentId)
    .$if(memberId !== null, (rows) =>
      rows.innerJoin('class_member', 'class_member.code_id', 'lti_user.code_id').where('class_member.id', '=', memberId!),
    )
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the membership of a learner code in the class of an assignment. */
export const findMemberByCode = (db: Db, assignmentId: string, codeId: string) =>
  db
    .selectFrom('class_member')
    .innerJoin('assignment', 'assignment.class_id', 'class_member.class_id')
    .select('class_member.id')
    .where('assignment.id', '=', assignmentId)
    .where('class_member.code_id', '=', codeId)
    .where('class_member.state', '=', 'active')
    .executeTakeFirst();
