/** Queries for copies of a catalogue medium. */
import { sql } from 'kysely';
import type { Db } from '../../../db/open.ts';
import { prefixPattern } from '../../../db/like.ts';
import { matchTexts } from '../../../db/any-of.ts';

/** Returns the model of a medium at a point. If there are several, returns the oldest. */
export async function findModelOfMedium(db: Db, point: string, identifier: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('device_model')
    .select('device_model.id')
    .where('device_model.point_id', '=', point)
    .where('device_model.identifier', '=', identifier)
    .orderBy('device_model.id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Returns those of the codes that the point already uses, regardless of case. */
export async function listTakenCodes(db: Db, point: string, codes: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('device_item')
    .select('device_item.code')
    .where('device_item.point_id', '=', point)
    .where(sql<string>`lower(device_item.code)`, '=', matchTexts(codes.map((code) => code.toLowerCase())))
    .limit(codes.length)
    .execute();
  return rows.map(({ code }) => code);
}

/** Returns the highest number of the codes `base-1`, `base-2` and so on, or 0 if there are none. */
export async function findLastNumber(db: Db, point: string, base: string): Promise<number> {
  const { rows } = await sql<{ last: number | null }>`
    select max(substr(device_item.code, ${base.length + 2}::int)::int) as last from device_item
    where device_item.point_id = ${point} and lower(device_item.code) like ${prefixPattern(`${base.toLowerCase()}-`)}
      and substr(device_item.code, ${base.length + 2}::int) ~ '^[0-9]{1,6}$'`.execute(db);
  return rows[0]?.last ?? 0;
}
