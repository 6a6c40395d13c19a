/** Audit log of changes for which an administrator is accountable. Each entry is written in the transaction of the change. */
import { newId } from '../db/new-id.ts';
import { insertAuditLine } from './audit-repository.ts';
import type { Ctx } from './context.ts';

/** School, district and affected person of an entry. Defaults to the school and district of the acting user. */
export type AuditScope = { school?: string | null; district?: string | null; subject?: string };

/**
 * Writes an audit log entry. `what` has the form `area.event`, for example `theme.publish`. `before` and `after` contain states and ids that changed,
 * but never names or addresses of people. If `user` is `null`, the portal itself made the change.
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
