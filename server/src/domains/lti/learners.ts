/** Users of a platform become learners of the connected class with a code that no one types (docs/behaviour/lti.md#a-course-and-its-class). */
import { today } from '@fundus/contract/days';
import { newId } from '../../db/new-id.ts';
import type { Portal, UserCtx } from '../../http/context.ts';
import type { RosterMember } from '../../lti/services.ts';
import { keyedHash, seal } from '../../secrets/sealed.ts';
import { noteCodeUsed, addPlatformMembers, removePlatformMembers, type FromPlatform } from '../classes/index.ts';
import { addToCourse, findUser, findUsers, listOfCourse, setUser, removeFromCourse, type CourseRow } from './course-repository.ts';
import { saveUser } from './repository.ts';

export const SUBJECT = 'lti-subject';

/** Context within a transaction. */
export type JoinContext = Pick<Portal, 'db' | 'secret' | 'config' | 'wakeIndex'> & Pick<UserCtx, 'afterCommit' | 'now'>;

export const hashOfSubject = (secret: string, platform: string, school: string, subject: string): string =>
  keyedHash(secret, SUBJECT, `${platform}:${school}:${subject}`);

/** Returns the prefix of learners without a name, for example `Moodle` for `Moodle-01`. */
const calledBy = ({ product, platform_name }: CourseRow): string =>
  (product ? product.charAt(0).toUpperCase() + product.slice(1) : platform_name.split(' ')[0]!).slice(0, 30);

type Coming = FromPlatform & { subject: string };

async function addLearners(at: JoinContext, course: CourseRow, coming: readonly Coming[]): Promise<Map<string, string>> {
  const fresh = new Set(
    await addToCourse(
      at.db,
      course.id,
      coming.map(({ user }) => user),
    ),
  );
  // A learner whom a teacher removed stays out as long as the course lists them. A learner who left the course and returned is added again.
  const codes = await addPlatformMembers(at, course.class_id, calledBy(course), coming, (user) => fresh.has(user));
  for (const { user, subject, code } of coming) {
    const has = codes.get(user);
    if (has !== undefined && has !== code) await setUser(at.db, user, { code_id: has, subject_sealed: seal(at.secret, SUBJECT, subject) });
  }
  return codes;
}

/** Adds a user who opens an assignment to the class, unless a teacher removed the user. */
export async function joinByLaunch(at: JoinContext, course: CourseRow, userId: string, subject: string): Promise<void> {
  const user = await findUser(at.db, userId);
  const codes = await addLearners(at, course, [{ user: userId, subject, name: null, code: user?.code_id ?? null }]);
  const code = codes.get(userId);
  if (code !== undefined) await noteCodeUsed(at.db, code, today(at.now), at.now).execute();
}

/** Updates the class from the roster: adds new learners and removes missing ones. Returns the number of removed learners. */
export async function syncRoster(at: JoinContext, course: CourseRow, members: readonly RosterMember[]): Promise<number> {
  const { db, secret, now } = at;
  const school_id = course.school_id;
  const hashes = new Map(members.map((member) => [hashOfSubject(secret, course.platform_id, school_id, member.subject), member]));
  const known = new Map((await findUsers(db, course.platform_id, school_id, [...hashes.keys()])).map((user) => [user.subject_hash, user]));
  const coming: Coming[] = [];
  for (const [subject_hash, { subject, name }] of hashes) {
    const user = known.get(subject_hash);
    const row = { id: newId(now), platform_id: course.platform_id, school_id, subject_hash, role: 'S' as const, last_seen_on: today(now) };
    coming.push({ user: user?.id ?? (await saveUser(db, row)), code: user?.code_id ?? null, subject, name });
  }
  await addLearners(at, course, coming);
  const stay = new Set(coming.map(({ user }) => user));
  const removed = (await listOfCourse(db, course.id)).filter(({ id }) => !stay.has(id)).map(({ id }) => id);
  if (removed.length > 0) await removePlatformMembers(at, course.class_id, await removeFromCourse(db, course, removed));
  return removed.length;
}
