/** Functions that load, lock and present media lists. */
import { isCatalogueEditor, isSchoolAdmin } from '@fundus/contract/access';
import { today } from '@fundus/contract/days';
import { AppError, notFound } from '@fundus/contract/errors';
import type { ListCan, ListLine, ListRole, Medialist } from '@fundus/contract/medialists/medialists';
import { subjectLabel } from '@fundus/contract/reference/subjects';
import type { UserCtx } from '../../http/context.ts';
import { buildCards, type CardRow } from '../catalogue/index.ts';
import { makeView, presentContents, readLearners, type View } from './contents.ts';
import { listItems } from './item-repository.ts';
import { isColleague, listPermissions, listRefusal, restorableUntil, roleIn, stateOf } from './policy.ts';
import { countChange, findList, lockLists, type ListRow, type ListSight, type Visitor } from './repository.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

export const visitorOf = ({ user, now }: Pick<UserCtx, 'user' | 'now'>): Visitor => ({
  id: user.id,
  school_id: user.school_id,
  district_id: user.district_id,
  by_code: user.by_code,
  day: today(now),
  learns: !isColleague(user),
});

export const listSightOf = (user: SignedIn): ListSight => ({ administers: isSchoolAdmin(user), edits: isCatalogueEditor(user) });

/** Returns a list visible to the user. Throws `not_found`. */
export async function requireVisible(ctx: UserCtx, id: string): Promise<ListRow> {
  const row = await findList(ctx.db, visitorOf(ctx), id);
  if (!row || roleIn(ctx.user, row) === null) throw notFound();
  return row;
}

/** Returns a list on which the user has the permission `right`. Throws the error of `refusalOf`. */
export async function requireRight(ctx: UserCtx, id: string, right: keyof ListCan): Promise<ListRow> {
  const row = await findList(ctx.db, visitorOf(ctx), id);
  const refusal = row ? listRefusal(ctx.user, row, right) : notFound();
  if (refusal) throw refusal;
  return row!;
}

/** Locks lists on which the user has the permission `right` and returns them in the given order. Throws the error of `refusalOf`. */
export async function lockWithRight(ctx: UserCtx, ids: readonly string[], right: keyof ListCan): Promise<ListRow[]> {
  const rows = new Map((await lockLists(ctx.db, visitorOf(ctx), ids)).map((row) => [row.id, row]));
  return ids.map((id) => {
    const row = rows.get(id);
    const refusal = row ? listRefusal(ctx.user, row, right) : notFound();
    if (refusal) throw refusal;
    return row!;
  });
}

export const lockListWithRight = async (ctx: UserCtx, id: string, right: keyof ListCan): Promise<ListRow> =>
  (await lockWithRight(ctx, [id], right))[0]!;

export const topicOf = (id: string): string => `medialist:${id}`;

/** Increments a version of the lists, and notifies their open views after commit. */
export async function incrementVersions(
  ctx: UserCtx<'live'>,
  ids: readonly string[],
  column: 'version' | 'content_version',
): Promise<void> {
  await countChange(ctx.db, ids, column, ctx.now);
  ctx.afterCommit(() => ids.forEach((id) => ctx.live.publish(topicOf(id))));
}

/** Returns the cover of a list and the number of its media that are visible to the visitor. */
function summarize(view: View, row: ListRow, cards: ReadonlyMap<string, CardRow>): Pick<ListLine, 'cover' | 'items'> {
  const seen = row.media.filter(({ identifier, visible_to_learners, end_s }) =>
    view.learns ? visible_to_learners && view.availabilityOf(cards.get(identifier!), end_s) === 'playable' : true,
  );
  return {
    items: seen.length,
    cover: coverOf(
      view,
      row,
      seen.map(({ identifier }) => identifier!),
      cards,
    ),
  };
}

function coverOf(view: View, row: ListRow, identifiers: readonly string[], cards: ReadonlyMap<string, CardRow>): string | null {
  if (row.cover === 'none') return null;
  const chosen = identifiers.includes(row.cover) ? row.cover : undefined;
  const known = identifiers.filter((identifier) => view.isKnown(cards.get(identifier)));
  const first = known.find((identifier) => view.availabilityOf(cards.get(identifier), null) === 'playable') ?? known[0];
  const card = cards.get(chosen ?? first ?? '');
  return card === undefined ? null : view.coverOf(card);
}

const presentLine = (ctx: UserCtx, view: View, row: ListRow, cards: ReadonlyMap<string, CardRow>): ListLine => {
  const can = listPermissions(ctx.user, row);
  return {
    id: row.id,
    title: row.title,
    visibility: row.visibility,
    state: stateOf(row),
    role: roleIn(ctx.user, row) as ListRole,
    owner: view.learns ? '' : row.owner,
    subjects: row.subjects.map((code) => ({ code, label: subjectLabel(code) })),
    grades: row.grades.map(Number),
    planned_for: view.learns ? null : row.planned_for,
    ...summarize(view, row, cards),
    releases: can.seeSharing && !view.learns ? row.releases : 0,
    updated_at: row.updated_at.toISOString(),
    restore_until: row.deleted_at && restorableUntil(row.deleted_at),
  };
};

const mediaOf = (rows: readonly ListRow[]): string[] => [...new Set(rows.flatMap((row) => row.media.map(({ identifier }) => identifier!)))];

/** Presents several lists as rows of an overview. */
export async function presentLines(ctx: UserCtx<'search'>, rows: readonly ListRow[]): Promise<ListLine[]> {
  const cards = await buildCards(ctx, mediaOf(rows));
  const learners = await readLearners(ctx, rows, cards);
  return rows.map((row) => presentLine(ctx, makeView(ctx, row, learners), row, cards));
}

export async function presentMedialist(ctx: UserCtx<'search'>, row: ListRow): Promise<Medialist> {
  const [items, cards] = await Promise.all([listItems(ctx.db, row.id), buildCards(ctx, mediaOf([row]))]);
  const learners = await readLearners(ctx, [row], cards);
  const view = makeView(ctx, row, learners);
  const { contents, left_out, duration } = await presentContents(ctx, view, items, cards);
  return {
    ...presentLine(ctx, view, row, cards),
    description: row.description,
    cover_choice: row.cover,
    version: row.version,
    content_version: row.content_version,
    contents,
    left_out,
    duration,
    can: listPermissions(ctx.user, row),
  };
}

/** Returns the current contents of a list, for example after a change. */
export async function presentCurrentList(ctx: UserCtx<'search'>, id: string): Promise<Medialist> {
  return presentMedialist(ctx, await requireVisible(ctx, id));
}

/** Returns a `version_conflict` error that contains the current list. */
export const createListConflict = async (ctx: UserCtx<'search'>, row: ListRow, field = 'version'): Promise<AppError> =>
  new AppError('version_conflict', { field, details: { current: await presentMedialist(ctx, row) } });

export const auditScope = (row: Pick<ListRow, 'school_id' | 'school_district' | 'district_id'>) => ({
  school: row.school_id,
  district: row.district_id ?? row.school_district,
});
