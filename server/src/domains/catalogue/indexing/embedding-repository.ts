/** Queries for the embeddings of media, by vector space of the language model. */
import { sql } from 'kysely';
import { matchTexts } from '../../../db/any-of.ts';
import type { Db } from '../../../db/open.ts';

/** A medium whose embedding is missing or was computed from an older record. */
export type PendingMedium = {
  identifier: string;
  content_hash: string;
  /** Hash of the text from which the stored embedding was computed, or `null` if there is no embedding. */
  text_hash: string | null;
};

type NewEmbedding = { identifier: string; content_hash: string; text_hash: string; vector: Int8Array };

/** Returns media without a current embedding whose identifier follows `after`, sorted by identifier. */
export const listPendingMedia = (db: Db, space: string, after: string, limit: number): Promise<PendingMedium[]> =>
  db
    .selectFrom('media_item')
    .leftJoin('media_embedding', (join) =>
      join.onRef('media_embedding.identifier', '=', 'media_item.identifier').on('media_embedding.space', '=', space),
    )
    .select(['media_item.identifier', 'media_item.content_hash', 'media_embedding.text_hash'])
    .where('media_item.identifier', '>', after)
    .where(sql<boolean>`media_embedding.content_hash is distinct from media_item.content_hash`)
    .orderBy('media_item.identifier')
    .limit(limit)
    .execute();

/** Returns the number of media with a current embedding and the number of all media. */
export async function countEmbeddings(db: Db, space: string): Promise<{ done: number; all: number }> {
  const row = await db
    .selectFrom('media_item')
    .leftJoin('media_embedding', (join) =>
      join.onRef('media_embedding.identifier', '=', 'media_item.identifier').on('media_embedding.space', '=', space),
    )
    .select((eb) => [
      eb.fn.countAll<number>().as('all'),
      sql<number>`count(*) filter (where media_embedding.content_hash = media_item.content_hash)`.as('done'),
    ])
    .executeTakeFirstOrThrow();
  return { done: Number(row.done), all: Number(row.all) };
}

/** Returns the stored embeddings of the given media, by identifier. */
export async function findEmbeddings(db: Db, space: string, identifiers: readonly string[]): Promise<Map<string, Int8Array>> {
  const rows = await db
    .selectFrom('media_embedding')
    .select(['media_embedding.identifier', sql<string>`encode(media_embedding.vector, 'base64')`.as('vector')])
    .where('media_embedding.space', '=', space)
    .where('media_embedding.identifier', '=', matchTexts(identifiers))
    .execute();
  return new Map(rows.map((row) => [row.identifier, new Int8Array(Buffer.from(row.vector, 'base64'))]));
}

/** Stores embeddings. Media that have been deleted are skipped. */
export async function storeEmbeddings(db: Db, space: string, embeddings: readonly NewEmbedding[]): Promise<void> {
  const rows = embeddings.map(({ vector, ...embedding }) => ({
    ...embedding,
    vector: Buffer.from(vector.buffer, vector.byteOffset, vector.length).toString('base64'),
  }));
  await sql`
    insert into media_embedding (identifier, space, content_hash, text_hash, vector)
    select media_item.identifier, ${space}, embedding.content_hash, embedding.text_hash, decode(embedding.vector, 'base64')
    from json_to_recordset(${JSON.stringify(rows)}::json) as embedding(identifier text, content_hash text, text_hash text, vector text)
    join media_item on media_item.identifier = embedding.identifier
    on conflict (identifier, space) do update set
      content_hash = excluded.content_hash, text_hash = excluded.text_hash, vector = excluded.vector`.execute(db);
}

/** Marks embeddings as current if the text of their medium has not changed. */
export async function confirmEmbeddings(db: Db, space: string, media: readonly PendingMedium[]): Promise<void> {
  await sql`
    update media_embedding set content_hash = known.content_hash
    from json_to_recordset(${JSON.stringify(media)}::json) as known(identifier text, content_hash text)
    where media_embedding.identifier = known.identifier and media_embedding.space = ${space}`.execute(db);
}

/** Acquires or renews the lease on a space. Returns false while another process holds it. */
export async function leaseSpace(db: Db, space: string, worker: string, now: Date, until: Date): Promise<boolean> {
  await db
    .insertInto('embedding_space')
    .values({ space })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const taken = await db
    .updateTable('embedding_space')
    .set({ worker, leased_until: until })
    .where('embedding_space.space', '=', space)
    .where((eb) =>
      eb.or([
        eb('embedding_space.leased_until', 'is', null),
        eb('embedding_space.leased_until', '<', now),
        eb('embedding_space.worker', '=', worker),
      ]),
    )
    .returning('embedding_space.space')
    .execute();
  return taken.length > 0;
}

export async function releaseSpace(db: Db, space: string, worker: string): Promise<void> {
  await db
    .updateTable('embedding_space')
    .set({ worker: null, leased_until: null })
    .where('embedding_space.space', '=', space)
    .where('embedding_space.worker', '=', worker)
    .execute();
}

/** Returns the number of dimensions of a space. The first call sets it. */
export async function setDimensionsOnce(db: Db, space: string, dimensions: number): Promise<number> {
  const row = await db
    .updateTable('embedding_space')
    .set((eb) => ({ dimensions: eb.fn.coalesce('embedding_space.dimensions', sql<number>`${dimensions}::integer`) }))
    .where('embedding_space.space', '=', space)
    .returning('embedding_space.dimensions')
    .executeTakeFirst();
  return row?.dimensions ?? dimensions;
}

/** Deletes the embeddings of all other spaces. */
export const forgetOtherSpaces = (db: Db, space: string) =>
  db.deleteFrom('embedding_space').where('embedding_space.space', '<>', space).execute();
