/** Groups of learners in a class (docs/behaviour/classes.md#fields). Teachers manage them even if the school's directory manages the class. */
import type { ClassGroup } from '@fundus/contract/classes/classes';
import { MAX_GROUPS } from '@fundus/contract/classes/classes';
import { AppError, invalid, notFound } from '@fundus/contract/errors';
import { newId } from '../../../db/new-id.ts';
import type { UserCtx } from '../../../http/context.ts';
import { updateClassSeats } from '../../licences/index.ts';
import { deleteGroup, findGroup, insertGroup, findLearnersAmong, setGroup, setGroupMembers } from './group-repository.ts';
import { listGroups } from '../repository.ts';
import { lockOwnClass, versionConflict } from '../service.ts';

type Fields = { name: string; members: readonly string[] };

/** Validates a group. Its members must be learners of the class, and its name must be unique. */
async function checked(ctx: UserCtx, id: string, { name, members }: Fields, groupId?: string): Promise<string[]> {
  const groups = await listGroups(ctx.db, id);
  if (groupId === undefined && groups.length >= MAX_GROUPS)
    throw new AppError('state_conflict', { details: { reason: 'most', most: MAX_GROUPS } });
  if (groups.some((group) => group.id !== groupId && group.name.toLowerCase() === name.toLowerCase()))
    throw new AppError('already_exists', { field: 'name' });
  const wanted = [...new Set(members)];
  if ((await findLearnersAmong(ctx.db, id, wanted)).length < wanted.length) throw invalid('members', 'unknown');
  return wanted;
}

async function presentGroup(ctx: UserCtx, id: string, groupId: string): Promise<ClassGroup> {
  const group = (await listGroups(ctx.db, id)).find((each) => each.id === groupId);
  if (!group) throw notFound('groupId');
  return { ...group, members: group.members.map((member) => member.id) };
}

export async function addGroup(ctx: UserCtx, id: string, fields: Fields): Promise<ClassGroup> {
  await lockOwnClass(ctx, id, 'groups');
  const members = await checked(ctx, id, fields);
  const groupId = newId(ctx.now);
  await insertGroup(ctx.db, { id: groupId, class_id: id, name: fields.name });
  await setGroupMembers(ctx.db, groupId, members);
  await updateClassSeats(ctx, [id]);
  return presentGroup(ctx, id, groupId);
}

/** Returns a group. Throws `version_conflict` if it was changed meanwhile. */
async function requireGroup(ctx: UserCtx, id: string, groupId: string, seen: number): Promise<void> {
  await lockOwnClass(ctx, id, 'groups');
  const group = await findGroup(ctx.db, id, groupId);
  if (!group) throw notFound('groupId');
  if (group.version !== seen) throw versionConflict(await presentGroup(ctx, id, groupId));
}

export async function changeGroup(
  ctx: UserCtx,
  id: string,
  groupId: string,
  { version, ...fields }: Fields & { version: number },
): Promise<ClassGroup> {
  await requireGroup(ctx, id, groupId, version);
  const members = await checked(ctx, id, fields, groupId);
  await setGroup(ctx.db, groupId, fields.name);
  await setGroupMembers(ctx.db, groupId, members);
  await updateClassSeats(ctx, [id]);
  return presentGroup(ctx, id, groupId);
}

export async function removeGroup(ctx: UserCtx, id: string, groupId: string, version: number): Promise<{ ok: true }> {
  await requireGroup(ctx, id, groupId, version);
  // Removing the members first releases their seats.
  await setGroupMembers(ctx.db, groupId, []);
  await updateClassSeats(ctx, [id]);
  await deleteGroup(ctx.db, groupId);
  return { ok: true };
}
