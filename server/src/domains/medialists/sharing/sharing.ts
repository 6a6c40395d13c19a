/** Sharing media lists with individual colleagues as members, and with learners by releases (docs/behaviour/medialists.md#releases). */
import { isAdvancedView, isStudent } from '@fundus/contract/access';
import { lastDayOf, schoolYearOf } from '@fundus/contract/classes/rules';
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, notFound, rejectInvalidFields } from '@fundus/contract/errors';
import { MAX_MEMBERS, type ListRole } from '@fundus/contract/medialists/medialists';
import type { ListMember, medialistSharing, Release } from '@fundus/contract/medialists/sharing';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { buildCards, findGrantableDrafts, grantDrafts, readGivenByLists, type CardRow } from '../../catalogue/index.ts';
import { filterTaughtClasses, listLearners, lockOwnClasses, requireClass, rightsOf, withDrafts } from '../../classes/index.ts';
import { schoolOf } from '../contents.ts';
import { listPermissions, releaseState, roleIn, stateOf } from '../policy.ts';
import { findColleague, listReleasedTo, type ListRow } from '../repository.ts';
import { membershipOf, notifyOfList } from './notify.ts';
import { makeUndoableDecision, withdrawDecision } from '../../mails/index.ts';
import { auditScope, lockListWithRight, incrementVersions, presentLines, requireRight, visitorOf } from '../service.ts';
import {
  findGroups,
  findLearners,
  findRelease,
  insertRelease,
  listMembers,
  listReleases,
  removeMember,
  setMember,
  setRelease,
  type ReleaseRow,
} from './sharing-repository.ts';

type Terms = { visible_from?: string | null | undefined; visible_until?: string | null | undefined; can_download?: boolean | undefined };

const OWN: readonly (ListRole | null)[] = ['owner', 'administrator'];
/** Returns whether the user may manage all releases of the list. Other users may manage only the releases to their own classes. */
const managesReleases = ({ user }: UserCtx, row: ListRow): boolean => OWN.includes(roleIn(user, row));

const presentRelease = (ctx: UserCtx, row: ListRow, release: ReleaseRow, change: boolean): Release => {
  const [target, target_id, detail] =
    release.group_id !== null
      ? (['group', release.group_id, release.group_name] as const)
      : release.member_id !== null
        ? (['learner', release.member_id, release.learner_name] as const)
        : release.class_id !== null
          ? (['class', release.class_id, null] as const)
          : (['school', null, null] as const);
  const name = target === 'school' ? (row.school_name ?? '') : [release.class_name, detail].filter(Boolean).join(' · ');
  return {
    id: release.id,
    target,
    target_id,
    name,
    class: release.class_id === null ? null : { id: release.class_id, name: release.class_name ?? '' },
    visible_from: release.visible_from,
    visible_until: release.visible_until,
    can_download: release.can_download,
    state: releaseState(release, stateOf(row), today(ctx.now)),
    created_by: release.created_by,
    can: { change },
  };
};

/** Returns the releases visible to the user: all releases for managers of the list, otherwise those to the school and to the user's classes. */
async function presentReleases(ctx: UserCtx, row: ListRow, releases: readonly ReleaseRow[]): Promise<Release[]> {
  const manages = managesReleases(ctx, row);
  const ids = [...new Set(releases.flatMap((release) => release.class_id ?? []))];
  const own = new Set((await filterTaughtClasses(ctx, ids)).map(({ id }) => id));
  const mine = (release: ReleaseRow): boolean => manages || (release.class_id !== null && own.has(release.class_id));
  const open = stateOf(row) !== 'deleted' && isAdvancedView(ctx.user);
  return releases
    .filter((release) => release.class_id === null || mine(release))
    .map((release) => presentRelease(ctx, row, release, open && mine(release)));
}

export async function readSharing(ctx: UserCtx, id: string): Promise<Reply<typeof medialistSharing.sharing>> {
  const row = await requireRight(ctx, id, 'seeSharing');
  const [members, releases] = [await listMembers(ctx.db, row.id), await listReleases(ctx.db, [row.id])];
  return { members, releases: await presentReleases(ctx, row, releases) };
}

/** Adds a colleague from the list's school as a member, or changes their role. */
export async function saveMember(ctx: UserCtx<'live'>, { params, body }: Input<typeof medialistSharing.setMember>): Promise<ListMember> {
  const row = await lockListWithRight(ctx, params.id, 'manage');
  const person =
    row.school_id === null || params.userId === row.owner_id ? undefined : await findColleague(ctx.db, row.school_id, params.userId);
  if (!person || isStudent(person)) throw notFound('userId');
  const before = await listMembers(ctx.db, row.id);
  await setMember(ctx.db, { list_id: row.id, person_id: person.id, role: body.role, added_at: ctx.now });
  if ((await listMembers(ctx.db, row.id)).length > MAX_MEMBERS)
    throw new AppError('state_conflict', { details: { reason: 'most_members', most: MAX_MEMBERS } });
  await incrementVersions(ctx, [row.id], 'version');
  if (!before.some(({ id }) => id === person.id))
    await makeUndoableDecision(ctx, membershipOf(row.id, person.id), {}, (delayed) =>
      notifyOfList({ ...ctx, delayed }, row, 'listShared', [person.id]),
    );
  return { id: person.id, name: person.name, detail: person.detail, role: body.role };
}

/** Removes a member. Allowed to users who manage the list and to the member. */
export async function removeListMember(
  ctx: UserCtx<'live'>,
  { params }: Input<typeof medialistSharing.removeMember>,
): Promise<{ ok: true }> {
  const row = await lockListWithRight(ctx, params.id, params.userId === ctx.user.id ? 'leave' : 'manage');
  if (!(await removeMember(ctx.db, row.id, params.userId))) throw notFound('userId');
  await withdrawDecision(ctx, membershipOf(row.id, params.userId));
  await incrementVersions(ctx, [row.id], 'version');
  return { ok: true };
}

/**
 * Returns the first and last day of a release; by default today and the end of the school year. Throws `validation_failed` if the last day is in the
 * past or before the first day.
 */
function daysOf({ config, now }: UserCtx, terms: Terms, before?: Pick<ReleaseRow, 'visible_from' | 'visible_until'>) {
  const day = today(now);
  const visible_from = terms.visible_from === undefined ? (before?.visible_from ?? null) : terms.visible_from;
  const first = visible_from !== null && visible_from > day ? visible_from : day;
  const yearEnd = lastDayOf(schoolYearOf(first, config.schoolYearEnd), config.schoolYearEnd);
  const visible_until = terms.visible_until === undefined ? (before?.visible_until ?? yearEnd) : (terms.visible_until ?? yearEnd);
  const named = terms.visible_until !== undefined || terms.visible_from !== undefined || !before;
  rejectInvalidFields([
    named && visible_until < (visible_from ?? visible_until) && { field: 'visible_until', rule: 'min' },
    named && visible_until < day && { field: 'visible_until', rule: 'min' },
  ]);
  return { visible_from, visible_until };
}

type Target = { class_id: string | null; group_id: string | null; member_id: string | null };

/** Returns the target rows for the given classes, groups and learners. Throws `not_found` if a group or learner is unknown. */
async function findTargets({ db }: UserCtx, body: Input<typeof medialistSharing.release>['body']): Promise<Target[]> {
  const [groups, learners] = [await findGroups(db, body.groups), await findLearners(db, body.learners)];
  if (groups.length < new Set(body.groups).size) throw notFound('groups');
  if (learners.length < new Set(body.learners).size) throw notFound('learners');
  const none = { class_id: null, group_id: null, member_id: null };
  return [
    ...[...new Set(body.classes)].map((class_id) => ({ ...none, class_id })),
    ...groups.map(({ id, class_id }) => ({ ...none, class_id, group_id: id })),
    ...learners.map(({ id, class_id }) => ({ ...none, class_id, member_id: id })),
    ...(body.school ? [none] : []),
  ];
}

const isTo = (release: ReleaseRow, to: Target): boolean =>
  release.class_id === to.class_id && release.group_id === to.group_id && release.member_id === to.member_id;

/** Releases the list to all targets or none. Throws `forbidden` for a class the user does not teach. */
export async function release(
  ctx: UserCtx<'live' | 'search'>,
  { params, body }: Input<typeof medialistSharing.release>,
): Promise<Reply<typeof medialistSharing.release>> {
  const row = await lockListWithRight(ctx, params.id, 'release');
  if (body.school && !listPermissions(ctx.user, row).releaseToSchool) throw new AppError('forbidden', { field: 'school' });
  const targets = await findTargets(ctx, body);
  const classIds = [...new Set(targets.flatMap(({ class_id }) => class_id ?? []))];
  const classes = await lockOwnClasses(ctx, classIds, 'share');
  const { can_download } = body;
  const existing = await listReleases(ctx.db, [row.id]);
  for (const to of targets) {
    const before = existing.find((each) => isTo(each, to));
    const over = before && releaseState(before, stateOf(row), today(ctx.now)) === 'ended';
    const days = daysOf(ctx, body, over ? undefined : before);
    const terms = { ...days, ...(can_download !== undefined && { can_download }) };
    if (before) await setRelease(ctx.db, before.id, terms);
    else
      await insertRelease(ctx.db, { ...to, ...terms, id: newId(ctx.now), list_id: row.id, created_by: ctx.user.id, created_at: ctx.now });
  }
  const media = await buildCards(
    ctx,
    row.media.map(({ identifier }) => identifier!),
  );
  await incrementVersions(ctx, [row.id], 'version');
  const after = { list: row.title, classes: classes.map(({ name }) => name), school: body.school };
  await recordAudit(
    ctx,
    'list.release',
    null,
    after,
    classes[0] ? { school: classes[0].school_id, district: classes[0].district_id } : auditScope(row),
  );
  const releases = (await listReleases(ctx.db, [row.id])).filter((each) => targets.some((to) => isTo(each, to)));
  const schools = classes.length > 0 ? classes : [schoolOf(ctx.user, row)!];
  await grantDrafts(ctx, { lists: [row.id] }, findGrantableDrafts(ctx, media.values()));
  return { releases: await presentReleases(ctx, row, releases), unlicensed: await findUnlicensed(ctx, row, schools, media) };
}

/** Returns the media that are visible to learners of a list but that learners of the given schools may not open today. */
async function findUnlicensed(
  ctx: UserCtx<'search'>,
  row: ListRow,
  schools: Parameters<typeof listLearners>[1],
  all: ReadonlyMap<string, CardRow>,
) {
  const given = (await readGivenByLists(ctx.db, all, [row.id])).get(row.id);
  const learners = [...(await listLearners(ctx.db, schools)).values()].map((learner) => withDrafts(learner, given));
  const meant = new Set(row.media.filter((item) => item.visible_to_learners).map(({ identifier }) => identifier!));
  return [...all.values()]
    .filter((card) => meant.has(card.identifier) && learners.some((learner) => rightsOf(ctx, learner, card) === null))
    .map((card) => ({ identifier: card.identifier, title: card.fn_titel }));
}

/** Returns a release that the user may change. Throws `not_found` or `forbidden`. */
async function requireRelease(ctx: UserCtx, listId: string, id: string): Promise<{ row: ListRow; release: ReleaseRow }> {
  const row = await lockListWithRight(ctx, listId, 'release');
  const found = await findRelease(ctx.db, row.id, id);
  const [shown] = found ? await presentReleases(ctx, row, [found]) : [];
  if (!found || found.revoked_at !== null || !shown) throw notFound('releaseId');
  if (!shown.can.change) throw new AppError('forbidden');
  return { row, release: found };
}

export async function changeRelease(
  ctx: UserCtx<'live'>,
  { params, body }: Input<typeof medialistSharing.changeRelease>,
): Promise<Release> {
  const { row, release: before } = await requireRelease(ctx, params.id, params.releaseId);
  const { can_download } = body;
  await setRelease(ctx.db, before.id, { ...daysOf(ctx, body, before), ...(can_download !== undefined && { can_download }) });
  await incrementVersions(ctx, [row.id], 'version');
  return presentRelease(ctx, row, (await findRelease(ctx.db, row.id, before.id))!, true);
}

export async function revokeRelease(ctx: UserCtx<'live'>, { params }: Input<typeof medialistSharing.revokeRelease>): Promise<{ ok: true }> {
  const { row, release: before } = await requireRelease(ctx, params.id, params.releaseId);
  await setRelease(ctx.db, before.id, { revoked_at: ctx.now });
  await incrementVersions(ctx, [row.id], 'version');
  const what = { list: row.title, to: before.class_name ?? 'school' };
  await recordAudit(ctx, 'list.revoke', what, null, auditScope(row));
  return { ok: true };
}

/** Returns the lists released to a class. Learners get only the lists visible today. */
export async function readReleasedTo(ctx: UserCtx<'search'>, classId: string): Promise<Reply<typeof medialistSharing.releasedTo>> {
  const cls = await requireClass(ctx, classId);
  const teaching = (await filterTaughtClasses(ctx, [cls.id])).length > 0;
  const rows = (await listReleasedTo(ctx.db, { ...visitorOf(ctx), learns: !teaching }, classId)).filter(
    (row) => roleIn(ctx.user, row) !== null,
  );
  const releases = (
    await listReleases(
      ctx.db,
      rows.map(({ id }) => id),
    )
  ).filter((release) => release.class_id === classId);
  const lines = await presentLines(ctx, rows);
  return {
    items: lines.map(({ id, title, items, cover }, i) => {
      const own = releases.filter((release) => release.list_id === id);
      const shown = own.map((release) => presentRelease(ctx, rows[i]!, release, teaching && isAdvancedView(ctx.user)));
      return { id, title, items, cover, released_at: own[0]!.created_at.toISOString(), releases: teaching ? shown : [] };
    }),
  };
}
