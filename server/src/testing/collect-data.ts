import type { DataPage } from '../http/context.ts';

/** Returns the rows of an export, grouped by area. */
export async function collectData(pages: AsyncIterable<DataPage>): Promise<Record<string, Record<string, unknown>[]>> {
  const data: Record<string, Record<string, unknown>[]> = {};
  for await (const { area, rows } of pages) (data[area] ??= []).push(...(JSON.parse(`[${rows}]`) as Record<string, unknown>[]));
  return data;
}
