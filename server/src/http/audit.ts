/** Audit log: one line per change an administrator is accountable for, written in the transaction of the change. */
import { newId } from '../db/new-id.ts';
import { insertAuditLine } from './audit-repository.ts';
import type { Ctx } from './context.ts';

/** School, district and person of a line. Defaults to the school and district of the acting user. */
export type AuditScope = { school?: string | null; district?: string | null; subject?: string };

/**
 * Writes a line. `what` is `area.event`, such as `theme.publish`. `before` and `after` show the difference, `null` for nothing: states and
 * ids, never names or addresses of people. Without `user` the portal acted itself.
 */
export async function recordAudit(
  { db, user, now }: Pick<Ctx, 'db' | 'user' | 'now'>,
  action: string,
  before: unknown,
  after: unknown,
  scope: AuditScope = {},
): Promise<void> {
  await insertAuditLine(db, {
    id: newId(now),
    at: now,
    person_id: user && !user.by_code ? user.id : null,
    what: action,
    before: before == null ? null : JSON.stringify(before),
    after: after == null ? null : JSON.stringify(after),
    school_id: scope.school === undefined ? (user?.school_id ?? null) : scope.school,
    district_id: scope.district === undefined ? (user?.district_id ?? null) : scope.district,
    subject_id: scope.subject ?? null,
  });
}
