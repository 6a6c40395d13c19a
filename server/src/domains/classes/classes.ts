/** Lists, creates and changes classes (docs/behaviour/classes.md#fields). */
import { isSchoolAdmin, isStudent } from '@fundus/contract/access';
import { schoolYearOf, type Class, type ClassFields, type classes } from '@fundus/contract/classes/classes';
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid } from '@fundus/contract/errors';
import { isSubject } from '@fundus/contract/reference/subjects';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { requireAdministered, findSchool, settingsOf } from '../schools/index.ts';
import { countWithoutClass } from './codes/codes-without-class.ts';
import { insertMember } from './members/member-repository.ts';
import { externalClassConflict, mayCreate } from './policy.ts';
import { countClasses, insertClass, listClasses, nameTakenError, sumClasses, updateClass } from './repository.ts';
import {
  FIELDS,
  lockOwnClass,
  auditScope,
  presentFullClass,
  presentLines,
  presentCurrentClass,
  requireLearnerClass,
  versionConflict,
} from './service.ts';

const mayMake = async ({ db, user }: UserCtx): Promise<boolean> => {
  const school = user.school_id === null || user.by_code ? undefined : await findSchool(db, user.school_id);
  return mayCreate(user, school && settingsOf(school));
};

type ListQuery = Input<typeof classes.list>['query'];

const seesSchool = ({ user }: UserCtx): boolean => !user.by_code && isSchoolAdmin(user) && user.school_id !== null;
const visitorOf = (ctx: UserCtx) => ({ ...ctx.user, administrates: seesSchool(ctx) });

/** Returns the part of a list that is cached in `classes`. All statements must be sent at once, because the test of the cache records them. */
export async function readClassList(ctx: UserCtx, { show, year, offset, limit }: ListQuery) {
  const visitor = visitorOf(ctx);
  const what = { show, year, q: '' };
  const [{ years, ...counts }, rows, codes, create, ofYear] = await Promise.all([
    sumClasses(ctx.db, visitor, show),
    listClasses(ctx.db, visitor, what, offset, limit),
    countWithoutClass(ctx),
    mayMake(ctx),
    year === '' ? null : countClasses(ctx.db, visitor, what),
  ]);
  return { years, counts, rows, codes, create, total: ofYear ?? counts[show] };
}

export async function readClasses(ctx: UserCtx<'search'>, query: ListQuery): Promise<Reply<typeof classes.list>> {
  const { user, now, caches } = ctx;
  if (query.show === 'school' && !seesSchool(ctx)) throw new AppError('forbidden');
  // The cache key contains the day, because classes and codes expire.
  const key = `${today(now)} ${JSON.stringify([visitorOf(ctx), query])}`;
  const { years, counts, rows, codes, create, total } = (await caches.classes.get(key, () => readClassList(ctx, query)))!;
  return {
    total,
    offset: query.offset,
    limit: query.limit,
    items: await presentLines(ctx, rows),
    years,
    counts,
    codes_without_class: codes,
    can: { create, seeSchool: seesSchool(ctx), join: user.by_code !== undefined || (isStudent(user) && user.school_id !== null) },
  };
}

async function requireClassesOf(ctx: UserCtx, id: string): Promise<void> {
  await requireAdministered(ctx, id);
  if (ctx.user.school_id !== id || !isSchoolAdmin(ctx.user)) throw new AppError('forbidden');
}

/** Returns a function that reads a page of the classes of a school. */
export async function listOfSchool(ctx: UserCtx<'search'>, id: string, { q, year }: { q: string; year: string }) {
  await requireClassesOf(ctx, id);
  return async (offset: number, limit: number) => {
    const rows = await listClasses(ctx.db, ctx.user, { show: 'school', year, q }, offset, limit);
    return (await presentLines(ctx, rows)).map((line, i) => ({ ...line, codes: rows[i]!.codes }));
  };
}

/** Returns a page of the classes of a school. Throws unless the user administers the school. */
export async function readSchoolClasses(
  ctx: UserCtx<'oidc' | 'search'>,
  id: string,
  { q, year, offset, limit }: Input<typeof classes.ofSchool>['query'],
): Promise<Reply<typeof classes.ofSchool>> {
  await requireClassesOf(ctx, id);
  const what = { show: 'school' as const, year, q };
  const { years } = await sumClasses(ctx.db, { ...ctx.user, administrates: true }, 'school');
  return {
    total: await countClasses(ctx.db, ctx.user, what),
    offset,
    limit,
    items: await presentLines(ctx, await listClasses(ctx.db, ctx.user, what, offset, limit)),
    years,
    provider_groups: ctx.oidc.some(({ settings }) => settings.claims.groups !== ''),
  };
}

export const readClass = async (ctx: UserCtx<'search'>, id: string): Promise<Class> =>
  presentFullClass(ctx, await requireLearnerClass(ctx, id));

function checkSubject(subject: string | null): void {
  if (subject !== null && !isSubject(subject)) throw invalid('subject', 'unknown');
}

/** Throws `feature_disabled` if a user without video conferences sets a room. */
function checkRoom({ user }: UserCtx, room: string): void {
  if (room !== '' && !user.show_jitsi) throw new AppError('feature_disabled', { field: 'video_room' });
}

export async function createClass(ctx: UserCtx<'search'>, { video_room, ...fields }: ClassFields): Promise<Class> {
  const { db, user, now } = ctx;
  if (user.school_id === null || !(await mayMake(ctx))) throw new AppError('forbidden');
  checkSubject(fields.subject);
  checkRoom(ctx, video_room);
  const id = newId(now);
  const school_year = schoolYearOf(today(now), ctx.config.schoolYearEnd);
  const row = { ...fields, id, school_id: user.school_id, school_year, video_room: video_room || null, state_since: now, created_at: now };
  if (!(await insertClass(db, row))) throw nameTakenError();
  await insertMember(db, { class_id: id, person_id: user.id, role: 'owner' }, now);
  await recordAudit(ctx, 'class.create', null, { class: fields.name, school_year });
  return presentCurrentClass(ctx, id);
}

/** Logged fields. The address of a room is omitted, because it gives access to the room. */
const LOGGED = FIELDS.filter((name) => name !== 'video_room');

export async function changeClass(
  ctx: UserCtx<'search'>,
  id: string,
  { version, video_room, ...fields }: ClassFields & { version: number },
): Promise<Class> {
  const row = await lockOwnClass(ctx, id, 'edit');
  if (row.version !== version) throw versionConflict(await presentCurrentClass(ctx, row.id));
  if (fields.name !== row.name && row.external_ref !== null) throw externalClassConflict();
  if (fields.subject !== row.subject) checkSubject(fields.subject);
  // The room is kept if the user has no video conferences, because such users do not see it.
  const room = ctx.user.show_jitsi ? { video_room: video_room || null } : {};
  if (video_room !== (row.video_room ?? '')) checkRoom(ctx, video_room);
  await updateClass(ctx.db, id, { ...fields, ...room });
  const differs = LOGGED.filter((name) => JSON.stringify(fields[name]) !== JSON.stringify(row[name]));
  if (differs.length > 0) {
    const of = (from: Record<string, unknown>) => Object.fromEntries(differs.map((name) => [name, from[name]]));
    await recordAudit(ctx, 'class.change', of(row), { class: fields.name, ...of(fields) }, auditScope(row));
  }
  return presentCurrentClass(ctx, id);
}
