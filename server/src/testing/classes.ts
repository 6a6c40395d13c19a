/** Shared helpers for tests of classes. */
import { classes } from '@fundus/contract/classes/classes';
import { newId } from '../db/new-id.ts';
import { callerWithSession, CallRefused, type Caller, type TestPortal } from './index.ts';

/** Returns 200 if a call succeeds, otherwise the status of its error. */
export const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (refusal: unknown) => {
      if (refusal instanceof CallRefused) return refusal.status;
      throw refusal;
    },
  );

/** Archives, restores or deletes the current version of a class. */
export async function setClassState(
  { portal }: TestPortal,
  by: Caller,
  id: string,
  to: 'active' | 'archived' | 'deleted',
  name = '',
): Promise<{ version: number }> {
  const { version } = await portal.db.selectFrom('class').select('class.version').where('class.id', '=', id).executeTakeFirstOrThrow();
  return by.call(classes.setState, { params: { id }, body: { to, name, version } });
}

/** Returns the ids of people in the order of the given email addresses. */
export async function people({ portal }: TestPortal, ...emails: string[]): Promise<string[]> {
  const rows = await portal.db.selectFrom('person').select(['person.id', 'person.email']).where('person.email', 'in', emails).execute();
  return emails.map((email) => rows.find((row) => row.email === email)!.id);
}

/** Returns the affected person of the latest audit log entry of a kind. */
export async function personOf({ portal }: TestPortal, what: string): Promise<string | null> {
  const row = await portal.db
    .selectFrom('audit_log')
    .select('audit_log.subject_id')
    .where('audit_log.what', '=', what)
    .orderBy('audit_log.id', 'desc')
    .executeTakeFirstOrThrow();
  return row.subject_id;
}

/** Creates a learner code that is in use, optionally as a member of classes, and a browser that is signed in with it. */
export async function createTestCode(
  { portal, app }: TestPortal,
  { classes = [], label = '8b-01', school_id = 'school-a' }: { classes?: readonly string[]; label?: string; school_id?: string },
): Promise<{ codeId: string; caller: Caller }> {
  const [codeId, now] = [newId(), portal.now()];
  const row = { id: codeId, school_id, hash: codeId, sealed: codeId, label, valid_until: '2099-01-01', state: 'in_use' as const };
  await portal.db
    .insertInto('learner_code')
    .values({ ...row, state_since: now, created_at: now })
    .execute();
  for (const class_id of classes)
    await portal.db
      .insertInto('class_member')
      .values({ id: newId(), class_id, code_id: codeId, role: 'student', state: 'active', joined_at: now, state_since: now })
      .execute();
  return { codeId, caller: await callerWithSession(app, portal, { codeId }) };
}
