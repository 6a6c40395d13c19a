/** Adds people of a school to classes of the current school year that a table names (docs/behaviour/people.md#import). */
import { isSchoolAdmin } from '@fundus/contract/access';
import { schoolYearOf } from '@fundus/contract/classes/classes';
import { today } from '@fundus/contract/days';
import type { UserCtx } from '../../../http/context.ts';
import { updateClassSeats } from '../../licences/index.ts';
import { confirmMembers } from './member-repository.ts';
import { listClassesNamed } from '../school/school-class-repository.ts';

export type ClassesByName = ReadonlyMap<string, { id: string; isOpen: boolean }>;

/** Returns the classes of the current school year by name in lower case, or `null` if the user does not administer the school. */
export async function readClassNames(ctx: UserCtx, schoolId: string): Promise<ClassesByName | null> {
  if (ctx.user.school_id !== schoolId || !isSchoolAdmin(ctx.user)) return null;
  const rows = await listClassesNamed(ctx.db, schoolId, schoolYearOf(today(ctx.now), ctx.config.schoolYearEnd));
  // A class that is linked to a group is managed by the school's directory.
  return new Map(rows.map((row) => [row.name.toLowerCase(), { id: row.id, isOpen: row.state === 'active' && row.external_ref === null }]));
}

export type Placement = { classId: string; person: string; role: 'teacher' | 'student' };

/** Adds people to classes. People who already are members are not changed. */
export async function addToClasses(ctx: UserCtx, placements: readonly Placement[]): Promise<void> {
  const groups = Map.groupBy(placements, ({ classId, role }) => `${role} ${classId}`);
  for (const group of groups.values()) {
    const { classId, role } = group[0]!;
    const people = [...new Set(group.map(({ person }) => person))];
    await confirmMembers(ctx.db, classId, people, { role, promote: false }, ctx.now);
  }
  await updateClassSeats(ctx, [...new Set(placements.filter(({ role }) => role === 'student').map(({ classId }) => classId))]);
}
