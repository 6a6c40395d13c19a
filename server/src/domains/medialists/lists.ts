/** Creating, changing, copying and deleting media lists (docs/behaviour/medialists.md). */
import { isCatalogueEditor } from '@fundus/contract/access';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, rejectInvalidFields, type FieldProblem } from '@fundus/contract/errors';
import {
  DESCRIPTION_LENGTH,
  mayOwnLists,
  MAX_LISTS,
  type ListVisibility,
  type Medialist,
  type medialists,
} from '@fundus/contract/medialists/medialists';
import { isSubject } from '@fundus/contract/reference/subjects';
import { newId } from '../../db/new-id.ts';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { cleanRichText, extractText } from '../../rich-text/rich-text.ts';
import { copyAllItems, insertNewItems } from './items.ts';
import { archivingOf, notifyOfList } from './sharing/notify.ts';
import { makeUndoableDecision, withdrawDecision } from '../mails/index.ts';
import { isColleague, scopesOf, stateOf } from './policy.ts';
import { countLists, countOwned, findColleague, insertList, listLists, setList, type ListRow } from './repository.ts';
import {
  auditScope,
  createListConflict,
  lockListWithRight,
  incrementVersions,
  presentLines,
  presentCurrentList,
  requireRight,
  listSightOf,
  visitorOf,
} from './service.ts';
import { listMembers, removeMember, setMember } from './sharing/sharing-repository.ts';

export async function readLists(ctx: UserCtx<'search'>, { query }: Input<typeof medialists.list>): Promise<Reply<typeof medialists.list>> {
  const { user } = ctx;
  const { offset, limit, ...asked } = query;
  const student = user.student_lists ?? false;
  const scopes = scopesOf(user, student);
  const [visitor, sees] = [visitorOf(ctx), listSightOf(user)];
  const there = scopes.includes(asked.scope) && (asked.scope !== 'released' || asked.state === 'active');
  const [rows, total] = there
    ? await Promise.all([listLists(ctx.db, visitor, asked, sees, { offset, limit }), countLists(ctx.db, visitor, asked, sees)])
    : [[], 0];
  const can = { create: mayOwnLists(user, student), editorial: isCatalogueEditor(user) && user.district_id !== null };
  return { total, offset, limit, items: await presentLines(ctx, rows), scopes, can };
}

type Written = Partial<Omit<Input<typeof medialists.change>['body'], 'version'>>;

/** Returns the fields to store. Throws `validation_failed` with all problems. `media` are the accepted values of `cover`. */
function check(ctx: UserCtx, body: Written, media: readonly string[]): { title?: string } & Partial<Parameters<typeof setList>[2]> {
  const { grades, description, cover, subjects, ...rest } = body;
  const clean = description === undefined ? undefined : cleanRichText(description);
  const problems: (FieldProblem | false)[] = [
    clean !== undefined && extractText(clean).length > DESCRIPTION_LENGTH && { field: 'description', rule: 'max' },
    subjects !== undefined && subjects.some((code) => !isSubject(code)) && { field: 'subjects', rule: 'format' },
    cover !== undefined && !['auto', 'none'].includes(cover) && !media.includes(cover) && { field: 'cover', rule: 'format' },
    !isVisibilityAllowed(ctx, rest.visibility) && { field: 'visibility', rule: 'format' },
  ];
  rejectInvalidFields(problems);
  return {
    ...rest,
    ...(subjects && { subjects: [...new Set(subjects)] }),
    ...(clean !== undefined && { description: clean }),
    ...(grades && { grades: [...new Set(grades)].sort((a, b) => a - b).map(String) }),
    ...(cover !== undefined && { cover }),
  };
}

/** Returns whether the user may set the visibility. Learners may set only `private`, and only catalogue editors may set `editorial`. */
function isVisibilityAllowed({ user, config }: UserCtx, visibility: ListVisibility | undefined): boolean {
  if (visibility === undefined || visibility === 'private') return true;
  if (visibility === 'editorial') return isCatalogueEditor(user) && user.district_id !== null;
  return isColleague(user) && user.school_id !== null && !config.PrivateMedialists;
}

/** Returns the columns that identify the owner of a list with the given visibility. */
const ownerOf = ({ user }: UserCtx, visibility: ListVisibility) =>
  visibility === 'editorial'
    ? { owner_id: null, school_id: null, district_id: user.district_id }
    : { owner_id: user.id, school_id: user.school_id, district_id: null };

async function requireRoom({ db, user }: UserCtx): Promise<void> {
  if ((await countOwned(db, user.id)) >= MAX_LISTS) throw new AppError('state_conflict', { details: { reason: 'most', most: MAX_LISTS } });
}

export async function createList(ctx: UserCtx<'search'>, { body }: Input<typeof medialists.create>): Promise<Medialist> {
  if (!mayOwnLists(ctx.user, ctx.user.student_lists ?? false)) throw new AppError('forbidden');
  const { items, ...fields } = body;
  const visibility = fields.visibility ?? 'private';
  const media = items.flatMap((item) => ('identifier' in item ? [item.identifier] : []));
  const checked = check(ctx, { ...fields, visibility }, media);
  if (visibility !== 'editorial') await requireRoom(ctx);
  const id = newId(ctx.now);
  await insertList(ctx.db, {
    ...checked,
    ...ownerOf(ctx, visibility),
    id,
    title: body.title,
    visibility,
    created_at: ctx.now,
    updated_at: ctx.now,
  });
  if (items.length > 0) await insertNewItems(ctx, { id, ...ownerOf(ctx, visibility) }, items);
  if (visibility === 'editorial')
    await recordAudit(ctx, 'list.create', null, { title: body.title, visibility }, { school: null, district: ctx.user.district_id });
  return presentCurrentList(ctx, id);
}

/** Changes a list. An existing list cannot become `editorial` or stop being `editorial`. */
export async function changeList(ctx: UserCtx<'live' | 'search'>, { params, body }: Input<typeof medialists.change>): Promise<Medialist> {
  const row = await lockListWithRight(ctx, params.id, 'manage');
  const { version, ...fields } = body;
  if (version !== row.version) throw await createListConflict(ctx, row);
  if (fields.visibility !== undefined && (fields.visibility === 'editorial') !== (row.visibility === 'editorial'))
    throw invalid('visibility', 'format');
  const media = row.media.map(({ identifier }) => identifier!);
  const { visibility, ...others } = fields;
  // An unchanged visibility is not validated, so a list that is already shown to the school remains editable with `PrivateMedialists`.
  const changed = visibility === row.visibility ? others : fields;
  await setList(ctx.db, row.id, { title: row.title, ...check(ctx, changed, media) });
  await incrementVersions(ctx, [row.id], 'version');
  if (fields.visibility !== undefined && fields.visibility !== row.visibility)
    await recordAudit(
      ctx,
      'list.change',
      { visibility: row.visibility },
      { title: row.title, visibility: fields.visibility },
      auditScope(row),
    );
  return presentCurrentList(ctx, row.id);
}

/** Copies a list with its items and notes, including media for which the user has no licence. */
export async function copyList(ctx: UserCtx<'search'>, { params, body }: Input<typeof medialists.copy>): Promise<Medialist> {
  const row = await requireRight(ctx, params.id, 'copy');
  await requireRoom(ctx);
  const visibility = 'private';
  const id = newId(ctx.now);
  const { description, subjects, grades, cover } = row;
  const title = body.title ?? row.title;
  await insertList(ctx.db, {
    ...ownerOf(ctx, visibility),
    ...{ id, title, visibility, description, subjects, grades, cover, source_list_id: row.id },
    ...{ created_at: ctx.now, updated_at: ctx.now },
  });
  await copyAllItems(ctx, row.id, id);
  return presentCurrentList(ctx, id);
}

export async function archive(ctx: UserCtx<'live' | 'search'>, id: string): Promise<Medialist> {
  const row = await lockListWithRight(ctx, id, 'archive');
  const known = [...(await listMembers(ctx.db, id)).map((member) => member.id), ...(row.owner_id === null ? [] : [row.owner_id])];
  await makeUndoableDecision(ctx, archivingOf(id), {}, (delayed) => notifyOfList({ ...ctx, delayed }, row, 'listArchived', known));
  return moveListState(ctx, row, { archived: true }, 'list.archive');
}

/** Restores an archived or deleted list to its previous state. */
export async function restoreList(ctx: UserCtx<'live' | 'search'>, id: string): Promise<Medialist> {
  const row = await lockListWithRight(ctx, id, 'restore');
  await withdrawDecision(ctx, archivingOf(id));
  const back = row.deleted_at === null ? { archived: false } : { deleted_at: null };
  if (row.deleted_at !== null && row.owner_id === ctx.user.id) await requireRoom(ctx);
  return moveListState(ctx, row, back, 'list.restore');
}

async function moveListState(
  ctx: UserCtx<'live' | 'search'>,
  row: ListRow,
  to: { archived?: boolean; deleted_at?: null },
  action: string,
): Promise<Medialist> {
  await setList(ctx.db, row.id, to);
  await incrementVersions(ctx, [row.id], 'version');
  await recordAudit(ctx, action, { state: stateOf(row) }, { title: row.title }, auditScope(row));
  return presentCurrentList(ctx, row.id);
}

export async function removeList(ctx: UserCtx<'live'>, id: string): Promise<{ ok: true }> {
  const row = await lockListWithRight(ctx, id, 'delete');
  await setList(ctx.db, row.id, { deleted_at: ctx.now });
  await incrementVersions(ctx, [row.id], 'version');
  await recordAudit(ctx, 'list.delete', { state: stateOf(row) }, { title: row.title }, auditScope(row));
  return { ok: true };
}

/** Transfers a list to a colleague of its school. The previous owner becomes an editor. */
export async function transferList(ctx: UserCtx<'live'>, { params, body }: Input<typeof medialists.handOver>): Promise<{ ok: true }> {
  const row = await lockListWithRight(ctx, params.id, 'handOver');
  const person = row.school_id === null ? undefined : await findColleague(ctx.db, row.school_id, body.person_id);
  if (!person || !mayOwnLists(person, false)) throw new AppError('not_found', { field: 'person_id' });
  if ((await countOwned(ctx.db, person.id)) >= MAX_LISTS)
    throw new AppError('state_conflict', { details: { reason: 'most', most: MAX_LISTS } });
  await setList(ctx.db, row.id, { owner_id: person.id, locked_since: null });
  await removeMember(ctx.db, row.id, person.id);
  if (row.owner_id === ctx.user.id && person.id !== ctx.user.id)
    await setMember(ctx.db, { list_id: row.id, person_id: ctx.user.id, role: 'editor', added_at: ctx.now });
  await incrementVersions(ctx, [row.id], 'version');
  await recordAudit(
    ctx,
    'list.hand_over',
    { owner: row.owner_id },
    { title: row.title, owner: person.id },
    { ...auditScope(row), subject: person.id },
  );
  return { ok: true };
}
