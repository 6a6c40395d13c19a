/** Validates a platform's launch message and starts a visit (docs/behaviour/lti.md#what-is-checked). */
import { randomBytes } from 'node:crypto';
import { today } from '@fundus/contract/days';
import { href } from '@fundus/contract/screens';
import { isLearner, parseTarget, roleOf, VISIT_MINUTES, type LtiProblem, type LtiTarget } from '@fundus/contract/lti/rules';
import { isSchoolOpen } from '@fundus/contract/schools/rules';
import { newId } from '../../db/new-id.ts';
import type { Db } from '../../db/open.ts';
import { changeInTransaction } from '../../http/change-in-transaction.ts';
import { LtiError } from '../../lti/lti-error.ts';
import { readMessage, type LtiMessage } from '../../lti/messages.ts';
import { readState } from '../../lti/state.ts';
import { findRemaining } from '../catalogue/index.ts';
import { findCourseOf, updateCourse, type CourseRow } from './course-repository.ts';
import { addGrade, isAssignmentOfClass, saveLink } from './grade-repository.ts';
import { hashOfSubject, joinByLaunch, type JoinContext } from './learners.ts';
import { hashSecret } from './hash-of.ts';
import { hashOfNonce, isOurTarget, type LtiContext, type SentFields } from './login.ts';
import { countDeployments, findDeployment, findPlatform, insertDeployment, noteVisit, type PlatformRow } from './platform-repository.ts';
import { insertVisit, saveUser, claimSingleUseKeys } from './repository.ts';

const MINUTE = 60_000;
/** Time for which a used state and nonce are stored. It is as long as either is valid. */
const REMEMBERED = 30 * MINUTE;
/** Maximum number of deployments that are not assigned to a school. */
const MAX_DEPLOYMENTS = 100;

/** Returns the address of the visit with a code that only this browser can use. Throws `LtiError`. */
export async function launch(portal: LtiContext, sent: SentFields): Promise<string> {
  const now = portal.now();
  const state = await readState(portal.secret, sent.get('state') ?? '', now);
  const platform = await findPlatform(portal.db, state.platform);
  if (!platform || platform.state !== 'active') throw new LtiError('unknown_platform');
  if (sent.has('error')) throw new LtiError('platform_refused', sent.get('error')?.slice(0, 200));
  const message = await readMessage(sent.get('id_token') ?? '', platform, portal.platformKeys, now);
  if (hashOfNonce(portal, message.nonce) !== state.nonceHash) throw new LtiError('nonce_used', 'another nonce');
  // The target comes from the signed message, not from the login request.
  if (!isOurTarget(message.target, portal.origin)) throw new LtiError('target_invalid');
  const role = roleOf(message.roles);
  if (message.kind === 'pick' && role !== 'L') throw new LtiError('not_allowed');
  if (message.pick && !isOfPlatform(message.pick.return_url, platform)) throw new LtiError('bad_message', 'deep_link_return_url');

  const code = randomBytes(32).toString('base64url');
  const visit = { role, target: message.kind === 'open' ? await resolveLiveTarget(portal.db, targetOf(message)) : null, message, code };
  return createVisit(portal, platform, visit, [
    { key: `state:${state.jti}`, problem: 'link_used' },
    { key: `nonce:${platform.id}:${hashOfNonce(portal, message.nonce)}`, problem: 'nonce_used' },
  ]);
}

/**
 * Creates a visit and returns its address. `once` are keys that may be used only once, each with the problem to report on reuse. Throws `LtiError`.
 */
export async function createVisit(
  portal: LtiContext,
  platform: PlatformRow,
  visit: NewVisit,
  once: readonly { key: string; problem: LtiProblem }[],
): Promise<string> {
  const now = portal.now();
  const problem = await changeInTransaction(portal, now, async (change): Promise<LtiProblem | undefined> => {
    const until = new Date(now.getTime() + REMEMBERED);
    // A message is accepted only once, even for concurrent requests.
    const used = await claimSingleUseKeys(
      change.db,
      once.map(({ key }) => key),
      until,
    );
    const problem = once.find(({ key }) => used.includes(key))?.problem;
    if (problem) return problem;
    return startVisit(change, platform, visit);
  });
  if (problem) throw new LtiError(problem);
  return `${href('lti', {}, { platform: platform.id })}#c=${visit.code}`;
}

type NewVisit = { role: 'L' | 'S'; target: LtiTarget | null; message: LtiMessage; code: string };

/** Starts a visit. Returns the problem instead of throwing it, so that an unknown deployment is stored and can be assigned to a school. */
async function startVisit(
  at: JoinContext,
  platform: PlatformRow,
  { role, target, message, code }: NewVisit,
): Promise<'unknown_deployment' | undefined> {
  const { db, secret, now } = at;
  const deployment = await findDeployment(db, platform.id, message.deployment);
  if (!deployment && platform.lti === '1.3') await recordDeployment(db, platform.id, message.deployment, now);
  if (!deployment?.school_id || !isSchoolOpen(deployment.school_state ?? '')) return 'unknown_deployment';
  const { school_id } = deployment;
  const subject = message.subject;
  const user_id =
    subject === null
      ? null
      : await saveUser(db, {
          ...{ id: newId(now), platform_id: platform.id, school_id, role, last_seen_on: today(now) },
          subject_hash: hashOfSubject(secret, platform.id, school_id, subject),
        });
  await insertVisit(db, {
    ...{ id: newId(now), deployment_id: deployment.id, school_id, user_id, role, code_hash: hashSecret(code) },
    target: target && JSON.stringify(target),
    pick: message.pick && JSON.stringify({ ...message.pick, version: platform.lti }),
    context: message.course?.id ?? null,
    course: message.course && JSON.stringify(message.course),
    begun_at: now,
    expires_at: new Date(now.getTime() + VISIT_MINUTES * MINUTE),
  });
  const course = message.course ? await findCourseOf(db, deployment.id, message.course.id) : undefined;
  if (course && course.school_id === school_id) await updateCourseAndJoin(at, course, { target, message, user_id });
  // Updated at most once a day, because otherwise every visit would wait for the lock on this row.
  if (platform.last_visit_on !== today(now)) await noteVisit(db, platform.id, today(now), message.product);
  return undefined;
}

type Entering = Pick<NewVisit, 'target' | 'message'> & { user_id: string | null };

/** Updates the course data. If the user opens an assignment, adds the user to the class. */
async function updateCourseAndJoin(at: JoinContext, course: CourseRow, { target, message, user_id }: Entering): Promise<void> {
  const { title, roster, link, lineitem, lineitems } = message.course!;
  const may = course.services.includes('roster') ? roster : '';
  if (course.title !== title || course.roster_url !== may) await updateCourse(at.db, course.id, { title, roster_url: may });
  if (target?.kind !== 'task' || !(await isAssignmentOfClass(at.db, target.id, course.class_id))) return;
  const line = { course_id: course.id, link, assignment_id: target.id, lineitem, lineitems };
  const link_id = link && course.services.includes('grades') ? await saveLink(at.db, line, at.now) : null;
  if (!isLearner(message.roles) || user_id === null || message.subject === null) return;
  await joinByLaunch(at, course, user_id, message.subject);
  if (link_id !== null) await addGrade(at.db, { link_id, user_id });
}

async function recordDeployment(db: Db, platform_id: string, deployment: string, now: Date): Promise<void> {
  if ((await countDeployments(db, platform_id)) >= MAX_DEPLOYMENTS) return;
  await insertDeployment(db, { id: newId(now), platform_id, deployment, school_id: null, first_seen_at: now });
}

/** Returns the target in the address of the link or in its custom fields. */
export function targetOf({ target, custom }: Pick<LtiMessage, 'target' | 'custom'>): LtiTarget | null {
  const query = new URL(target).searchParams;
  const customValue = (name: string): string | null => (typeof custom[name] === 'string' ? custom[name] : null);
  return parseTarget((name) => query.get(name)) ?? parseTarget(customValue);
}

/** Replaces a merged medium in the target with the remaining one, so that existing links keep working. */
export async function resolveLiveTarget(db: Db, target: LtiTarget | null): Promise<LtiTarget | null> {
  if (target?.kind !== 'medium') return target;
  const standing = (await findRemaining(db, [target.id])).get(target.id);
  return standing === undefined ? target : { ...target, id: standing };
}

export const isOfPlatform = (url: string, { origins }: Pick<PlatformRow, 'origins'>): boolean => origins.includes(new URL(url).origin);
