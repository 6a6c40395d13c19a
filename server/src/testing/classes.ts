/** What the tests of classes share. */
import { CallRefused, type TestPortal } from './index.ts';

/** The status of a call: 200 or that of the refusal. */
export const statusOf = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 200,
    (refusal: unknown) => {
      if (refusal instanceof CallRefused) return refusal.status;
      throw refusal;
    },
  );

/** Ids of people by their addresses, in that order. */
export async function people({ portal }: TestPortal, ...emails: string[]): Promise<string[]> {
  const rows = await portal.db.selectFrom('person').select(['person.id', 'person.email']).where('person.email', 'in', emails).execute();
  return emails.map((email) => rows.find((row) => row.email === email)!.id);
}

/** Whom the last line of the log of a kind is about. */
export async function personOf({ portal }: TestPortal, what: string): Promise<string | null> {
  const row = await portal.db
    .selectFrom('audit_log')
    .select('audit_log.subject_id')
    .where('audit_log.what', '=', what)
    .orderBy('audit_log.id', 'desc')
    .executeTakeFirstOrThrow();
  return row.subject_id;
}
