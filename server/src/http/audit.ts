/** Who changed what: one line per change that an administrator answers for, in the transaction of the change itself. */
import { newId } from '../db/new-id.ts';
import type { Ctx, SignedIn } from './context.ts';

/** `what` is `area.event`, such as `theme.publish`; `before` and `after` are whatever shows the difference, null for nothing. */
export async function recordAudit(
  { db, user, now }: Pick<Ctx<SignedIn>, 'db' | 'user' | 'now'>,
  what: string,
  before: unknown,
  after: unknown,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: newId(now),
      at: now,
      person_id: user.id,
      what,
      before: before == null ? null : JSON.stringify(before),
      after: after == null ? null : JSON.stringify(after),
    })
    .execute();
}
