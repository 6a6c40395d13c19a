/** Lists and ends a person's sessions. */
import type { OwnSession } from '@fundus/contract/accounts/own';
import { AppError } from '@fundus/contract/errors';
import type { UserCtx } from '../../../http/context.ts';
import { IDLE_MINUTES } from '../../../http/sessions/session.ts';
import { endSession, listSessions } from './own-repository.ts';
import { endSessions } from '../repository.ts';

/** Returns the sessions that have not expired. */
export async function readSessions(ctx: UserCtx): Promise<{ items: OwnSession[] }> {
  const idleSince = ctx.now.getTime() - IDLE_MINUTES * 60_000;
  const rows = await listSessions(ctx.db, ctx.user.id, ctx.now);
  return {
    items: rows
      .filter(({ stay, last_seen_at }) => stay || last_seen_at.getTime() > idleSince)
      .map((row) => ({
        ...row,
        created_at: row.created_at.toISOString(),
        last_seen_at: row.last_seen_at.toISOString(),
        current: row.id === ctx.user.session_id,
      })),
  };
}

/** Ends a session. Ending the current session signs the user out. Throws `not_found` for a session of another person. */
export async function endOwnSession(ctx: UserCtx, id: string): Promise<{ ok: true }> {
  if (id === ctx.user.session_id) ctx.changeSession({ end: true });
  else if (!(await endSession(ctx.db, ctx.user.id, id))) throw new AppError('not_found');
  return { ok: true };
}

export async function endOtherSessions(ctx: UserCtx): Promise<{ ended: number }> {
  const { items } = await readSessions(ctx);
  await endSessions(ctx.db, ctx.user.id, ctx.user.session_id);
  return { ended: items.filter(({ current }) => !current).length };
}
