/**
 * Classes that are linked to a group of the identity provider (docs/behaviour/classes.md#following-a-group). At sign-in, users are added to the
 * classes of their groups and removed from other linked classes.
 */
import { isStudent } from '@fundus/contract/access';
import type { ClassLine, MemberRole } from '@fundus/contract/classes/classes';
import { recordAudit } from '../../../http/audit.ts';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { deleteMember, findMembership, insertMember, setMember } from './member-repository.ts';
import { fitsRole } from '../policy.ts';
import { findClassCard, listLinkedClasses, lockClasses, updateClass, type ClassRow, type LinkedClass } from '../repository.ts';
import { lockOwnClass, auditScope, presentLines } from '../service.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

/** Links a class to a group, or unlinks it. Throws `already_exists` if another class of the school is linked to the group in this school year. */
export async function setGroup(ctx: UserCtx<'search'>, id: string, group: string): Promise<ClassLine> {
  const row = await lockOwnClass(ctx, id, 'follow');
  const external_ref = group || null;
  if (external_ref !== row.external_ref) {
    await updateClass(ctx.db, id, { external_ref });
    await recordAudit(ctx, 'class.follow', { group: row.external_ref }, { class: row.name, group: external_ref }, auditScope(row));
  }
  return (await presentLines(ctx, [(await findClassCard(ctx.db, ctx.user, id))!]))[0]!;
}

type At = Pick<Ctx, 'db' | 'now'>;

/**
 * Adds a person to the linked classes of their groups and removes them from other linked classes. Usually nothing changes, so only affected classes
 * are locked and checked again.
 */
export async function syncGroups(at: At, person: SignedIn, groups: readonly string[]): Promise<void> {
  if (person.school_id === null) return;
  const listDue = () => listLinkedClasses(at.db, person.school_id!, person.id, groups);
  const due = (await listDue()).filter((one) => stepOf(one, person) !== null).map(({ id }) => id);
  if (due.length === 0) return;
  const rows = new Map((await lockClasses(at.db, person, due)).map((row) => [row.id, row]));
  for (const one of await listDue()) {
    const [row, step] = [rows.get(one.id), stepOf(one, person)];
    if (row && step) await applyStep(at, row, person, one, step);
  }
}

type Step = { to: MemberRole | null };

/**
 * Returns the new role of a person in a class, or `null` for no change. Staff become teachers, or owners if there is none. Owners, suspended members
 * and guests are not changed.
 */
function stepOf({ named, state, role, guest, unowned }: LinkedClass, person: SignedIn): Step | null {
  if (state === 'suspended') return null;
  if (!named) return guest || role === 'owner' ? null : { to: null };
  const to = isStudent(person) ? 'student' : unowned ? 'owner' : 'teacher';
  const stays = state === 'active' && role !== null && fitsRole(person, role) && to !== 'owner';
  return stays ? null : { to };
}

async function applyStep(at: At, row: ClassRow, person: SignedIn, { role }: LinkedClass, { to }: Step): Promise<void> {
  const member = await findMembership(at.db, row.id, { person_id: person.id });
  if (to === null) await deleteMember(at.db, member!.id);
  else if (member) await setMember(at.db, member.id, { state: 'active', role: to, guest: false }, at.now);
  else await insertMember(at.db, { class_id: row.id, person_id: person.id, role: to }, at.now);
  if ((to ?? role) === 'student') return;
  const scope = { ...auditScope(row), subject: person.id };
  await recordAudit({ ...at, user: null }, 'class.role', role && { role }, { class: row.name, role: to }, scope);
}
