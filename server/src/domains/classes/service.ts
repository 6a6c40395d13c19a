/** Access checks for classes and their presentation, shared by all parts of the domain. */
import { ClassFields, type Class, type ClassCan, type ClassLine, type MemberRole } from '@fundus/contract/classes/classes';
import { AppError, notFound } from '@fundus/contract/errors';
import type { UserCtx } from '../../http/context.ts';
import { countVisibleMedia } from './media/learner-media.ts';
import { administersSchoolOf, classPermissions, maySeeClass, classRefusal, restorableUntil, roleIn, stateOf, teaches } from './policy.ts';
import {
  findClass,
  findClassCard,
  findClasses,
  findClassForLearner,
  listGroups,
  lockClasses,
  type ClassCard,
  type ClassRow,
} from './repository.ts';

/** Returns a class that the user may see. Throws `not_found` for all others. */
export async function requireVisible(ctx: UserCtx, id: string): Promise<ClassRow> {
  const row = await findClass(ctx.db, ctx.user, id);
  if (!row || !maySeeClass(ctx.user, row)) throw notFound();
  return row;
}

/** Returns a class that the user may see, with the data for a learner. Throws `not_found` for all others. */
export async function requireLearnerClass(ctx: UserCtx, id: string): Promise<LearnerClass> {
  const row = await findClassForLearner(ctx.db, ctx.user, id);
  if (!row || !maySeeClass(ctx.user, row)) throw notFound();
  return row;
}
type LearnerClass = NonNullable<Awaited<ReturnType<typeof findClassForLearner>>>;

/** Returns a class that the user teaches. Throws `not_found`, and `forbidden` for learners of the class. */
export async function requireTaught(ctx: UserCtx, id: string): Promise<ClassRow> {
  const row = await requireVisible(ctx, id);
  if (!teaches(ctx.user, row)) throw new AppError('forbidden');
  return row;
}

/** Returns those of the classes that the user sees as a teacher. */
export async function filterTaughtClasses(ctx: UserCtx, ids: readonly string[]): Promise<ClassRow[]> {
  const rows = ids.length === 0 ? [] : await findClasses(ctx.db, ctx.user, ids);
  return rows.filter((row) => maySeeClass(ctx.user, row) && teaches(ctx.user, row));
}

/** Returns a class on which the user has a right, without locking it. Throws the errors of `classRefusal`. */
export async function requireRight(ctx: UserCtx, id: string, right: keyof ClassCan): Promise<ClassRow> {
  const row = await findClass(ctx.db, ctx.user, id);
  const refusal = row ? classRefusal(ctx.user, row, right) : notFound();
  if (refusal) throw refusal;
  return row!;
}

/**
 * Locks classes until the transaction ends and returns them in the given order. Throws the errors of `classRefusal` unless the user has the right on
 * each class.
 */
export async function lockOwnClasses(ctx: UserCtx, ids: readonly string[], right: keyof ClassCan): Promise<ClassRow[]> {
  const rows = new Map((await lockClasses(ctx.db, ctx.user, ids)).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = rows.get(id);
    const refusal = row ? classRefusal(ctx.user, row, right) : notFound();
    if (refusal) throw refusal;
    return row!;
  });
}

export const lockOwnClass = async (ctx: UserCtx, id: string, right: keyof ClassCan): Promise<ClassRow> =>
  (await lockOwnClasses(ctx, [id], right))[0]!;

/** Returns a `version_conflict` error that contains the current state. */
export const versionConflict = (current: unknown): AppError => new AppError('version_conflict', { field: 'version', details: { current } });

/** Returns classes for cards and lists. Learners do not see the number of learners. */
export async function presentLines(
  ctx: UserCtx<'search'>,
  rows: readonly ClassCard[],
  given?: LearnerClass['given'],
): Promise<ClassLine[]> {
  const { user } = ctx;
  const learning = rows.filter((row) => !teaches(user, row)).map((row) => row.id);
  const shown = await countVisibleMedia(ctx, learning, given);
  return rows.map((row) => {
    const teaching = teaches(user, row);
    return {
      id: row.id,
      name: row.name,
      kind: row.kind,
      grade: row.grade,
      subject: row.subject,
      school_year: row.school_year,
      needs: row.needs,
      state: stateOf(row),
      learners: teaching ? row.learners : 0,
      media: teaching ? row.media : (shown.get(row.id) ?? 0),
      applied: teaching ? row.applied : 0,
      questions: teaching ? row.questions : row.own_questions,
      new_results: teaching ? row.new_results : 0,
      new_feedback: teaching ? 0 : row.new_feedback,
      owners: row.owners,
      role: roleIn(user, row) as MemberRole | null,
      last_activity: teaching ? row.last_activity : null,
      successor: teaching ? row.successor_id : null,
      restore_until: row.state === 'deleted' ? restorableUntil(row.state_since) : null,
      portal_group: administersSchoolOf(user, row) ? row.external_ref : null,
      version: row.version,
    };
  });
}

/** Names of the editable fields. */
export const FIELDS = Object.keys(ClassFields.shape) as (keyof ClassFields)[];

/** Returns the editable fields. */
export const fieldsOf = (row: ClassRow): Pick<ClassRow, keyof ClassFields> =>
  Object.fromEntries(FIELDS.map((name) => [name, row[name]])) as Pick<ClassRow, keyof ClassFields>;

/** Additional data of a class that `findClassForLearner` has read. */
type Whole = Partial<Pick<LearnerClass, 'given' | 'own_groups'>>;

export async function presentFullClass(ctx: UserCtx<'search'>, row: ClassCard & Whole): Promise<Class> {
  const { user } = ctx;
  const [line] = await presentLines(ctx, [row], row.given);
  const teaching = teaches(user, row);
  const groups =
    !teaching && row.own_groups
      ? row.own_groups.map((group) => ({ ...group, members: [] }))
      : await listGroups(ctx.db, row.id, teaching ? undefined : user);
  return {
    ...line!,
    ...fieldsOf(row),
    school: { id: row.school_id, name: row.school_name },
    join_code: teaching && row.join_code !== null ? { code: row.join_code, until: row.join_code_until! } : null,
    video_room: row.video_rooms ? row.video_room : null,
    external: row.external_ref !== null,
    groups: groups.map(({ members, ...group }) => ({ ...group, members: teaching ? members.map((member) => member.id) : [] })),
    codes: teaching ? row.codes : 0,
    can: classPermissions(user, row),
  };
}

/** Returns the class as it is after a change. */
export async function presentCurrentClass(ctx: UserCtx<'search'>, id: string): Promise<Class> {
  const row = await findClassCard(ctx.db, ctx.user, id);
  if (!row) throw notFound();
  return presentFullClass(ctx, row);
}

export const auditScope = (row: Pick<ClassRow, 'school_id' | 'district_id'>) => ({ school: row.school_id, district: row.district_id });
