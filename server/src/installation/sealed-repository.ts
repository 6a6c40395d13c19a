/**
 * Removes all data that is encrypted or hashed with the portal's secret, because it cannot be decrypted or matched with another secret. If a row is
 * still useful without this data, only its columns are emptied.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../db/open.ts';

type Effect = {
  /** Text printed for the operator after the number of rows. */
  words: string;
  count: RawBuilder<{ n: number }>;
  statements: readonly RawBuilder<unknown>[];
};

const countOf = (table: string, where = sql`true`): RawBuilder<{ n: number }> =>
  sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${where}`;

const LAST_MONTH = sql`(select to_char(max(media_use_dedup.ends_on), 'YYYY-MM') from media_use_dedup)`;

const EFFECTS: readonly Effect[] = [
  {
    words: 'sessions end: everyone signs in again',
    count: countOf('session'),
    statements: [sql`delete from session`, sql`delete from pending_sign_in`, sql`delete from oidc_request`],
  },
  {
    words: 'authenticator apps are removed: their owners sign in with the password alone until they set up new ones',
    count: countOf('second_factor', sql`kind = 'totp'`),
    statements: [sql`delete from second_factor where second_factor.kind = 'totp'`],
  },
  { words: 'recovery codes are removed', count: countOf('recovery_code'), statements: [sql`delete from recovery_code`] },
  {
    words: 'learner codes cannot be used until teachers renew them in the class',
    count: countOf('learner_code'),
    statements: [sql`update learner_code set sealed = ''`, sql`update code_batch set sheet_sealed = ''`],
  },
  {
    words: 'links to media lists stop working; their owners create new ones',
    count: countOf('medialist_link', sql`revoked_at is null`),
    statements: [sql`update medialist_link set sealed = ''`],
  },
  {
    words: "borrowers' cards are removed: their owners make new ones",
    count: countOf('lending_card'),
    statements: [sql`delete from lending_card`],
  },
  {
    words: 'external sources lose their keys: enter them again',
    count: countOf('external_source', sql`key_sealed is not null`),
    statements: [sql`update external_source set key_sealed = null`],
  },
  {
    words: 'learning platforms by LTI 1.1 are shut out: enter them again',
    count: countOf('lti_platform', sql`secret_sealed is not null`),
    statements: [sql`update lti_platform set secret_sealed = '' where secret_sealed is not null`],
  },
  {
    words: 'signing keys for learning platforms are removed; new ones are created automatically',
    count: countOf('lti_key'),
    statements: [sql`delete from lti_key`],
  },
  {
    words: 'people who come from learning platforms are new to the portal',
    count: countOf('lti_user'),
    statements: [sql`update lti_user set subject_sealed = null`],
  },
  {
    words: 'ARIX programs are removed: add them again ("npm run portal -- arix add")',
    count: countOf('arix_consumer'),
    statements: [sql`delete from arix_consumer`],
  },
  {
    words: 'browsers show no more notices (VAPID): people switch them on again',
    count: countOf('push_subscription'),
    statements: [sql`delete from push_subscription`],
  },
  {
    words: 'erased people are no longer known: no older backup can be restored without them',
    count: countOf('erasure'),
    statements: [sql`delete from erasure`],
  },
  {
    words: 'stored replies of idempotent calls are deleted',
    count: countOf('kept_answer'),
    statements: [sql`delete from kept_answer`],
  },
  {
    // Without the hashes, people would be counted twice, so the counts of the current month restart.
    words: 'hashes of uses are removed: the people counted this month are counted again from zero',
    count: countOf('media_use_dedup'),
    statements: [
      sql`update media_use set people = 0 where media_use.month = ${LAST_MONTH}`,
      sql`update media_use_month set people = 0 where media_use_month.month = ${LAST_MONTH}`,
      sql`delete from search_miss where search_miss.month = ${LAST_MONTH}`,
      sql`delete from media_use_dedup`,
    ],
  },
];

/** Returns a line for each kind of data that accepting another secret would affect. */
export async function describeSealed(db: Db): Promise<string[]> {
  const lines: string[] = [];
  for (const { words, count } of EFFECTS) {
    const { rows } = await count.execute(db);
    const n = rows[0]?.n ?? 0;
    if (n > 0) lines.push(`${n} ${words}`);
  }
  return lines;
}

/** Removes or empties all data encrypted or hashed with the secret. Must run in a transaction. */
export async function deleteSealedData(db: Db): Promise<void> {
  for (const { statements } of EFFECTS) for (const statement of statements) await statement.execute(db);
}

/** Removes all learner codes. Must run in a transaction. */
export async function removeLearnerCodes(db: Db): Promise<void> {
  await sql`delete from learner_code`.execute(db);
  await sql`delete from code_batch`.execute(db);
}
