/** Undoes decisions on requests to join a class (docs/behaviour/mails.md#decisions). */
import { AppError, notFound } from '@fundus/contract/errors';
import type { UserCtx } from '../../../http/context.ts';
import { makeUndoableDecision, undoDecision } from '../../mails/index.ts';
import { updateClassSeats } from '../../licences/index.ts';
import { lockOwnClass } from '../service.ts';
import { findMemberState, restoreRequest } from './member-repository.ts';

type Before = { joined_at: string; state_since: string };

const keyOf = (memberId: string): string => `class-request:${memberId}`;

/** Stores a decision on a request, which can be undone. The learner is not notified. */
export async function decideRequest(ctx: UserCtx, classId: string, memberId: string, decide: () => Promise<unknown>): Promise<void> {
  const { joined_at, state_since } = (await findMemberState(ctx.db, classId, memberId))!;
  const before: Before = { joined_at: joined_at.toISOString(), state_since: state_since.toISOString() };
  await makeUndoableDecision(ctx, keyOf(memberId), before, decide);
}

/** Restores the request. Throws the errors of `undoDecision`, and `state_conflict` if the membership has changed since. */
export async function undoRequest(ctx: UserCtx, classId: string, memberId: string): Promise<{ ok: true }> {
  await lockOwnClass(ctx, classId, 'members');
  const member = await findMemberState(ctx.db, classId, memberId);
  if (!member) throw notFound('memberId');
  const { before } = await undoDecision<Before>(ctx, keyOf(memberId));
  if (member.state !== 'active' && member.state !== 'declined') throw new AppError('state_conflict', { details: { state: member.state } });
  await restoreRequest(ctx.db, memberId, { joined_at: new Date(before.joined_at), state_since: new Date(before.state_since) });
  await updateClassSeats(ctx, [classId]);
  return { ok: true };
}
