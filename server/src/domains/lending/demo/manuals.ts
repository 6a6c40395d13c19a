/** Manuals of the demo's models, which are shipped as PDF files (docs/behaviour/lending.md#manuals). */
import { createReadStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { newId } from '../../../db/new-id.ts';
import type { DemoContext } from '../../../domain.ts';
import { insertManual } from '../models/manual-repository.ts';
import { manualPath } from '../models/manuals.ts';

/** Title and file name without extension, by device code prefix. */
export const DemoManuals = z.record(z.string(), z.strictObject({ title: z.string(), file: z.string() }));
export type DemoManuals = z.output<typeof DemoManuals>;

export async function makeManual(
  { db, storage, now }: Pick<DemoContext, 'db' | 'storage' | 'now'>,
  model_id: string,
  manual: DemoManuals[string] | undefined,
): Promise<void> {
  if (!manual) return;
  const path = join(import.meta.dirname, 'manuals', `${manual.file}.pdf`);
  const row = { id: newId(now), model_id, title: manual.title, mime: 'application/pdf' as const, bytes: statSync(path).size };
  await storage.write(manualPath(row), createReadStream(path));
  await insertManual(db, { ...row, added_at: now });
}
