/** Copies of catalogue media (discs, books and boxes) at the demo's lending point. */
import { z } from 'zod';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import type { DemoContext } from '../../../domain.ts';
import { codeBase, modelOfMedium } from '../models/model-of-medium.ts';
import { insertModel } from '../models/stock-repository.ts';
import { insertItem } from '../models/item-repository.ts';

export const DemoCopies = z.strictObject({ identifier: z.string(), count: z.int().min(1) });

type What = Pick<DemoContext, 'records' | 'now'> & { point_id: string };

/** Adds copies of those media that the portal contains. */
export async function makeCopies(db: Db, copies: readonly z.output<typeof DemoCopies>[], { records, point_id, now }: What): Promise<void> {
  for (const { identifier, count } of copies) {
    const record = records.find((each) => each.identifier === identifier);
    if (!record) continue;
    const model_id = newId(now);
    await insertModel(db, { ...modelOfMedium(record), id: model_id, point_id });
    for (let i = 1; i <= count; i++) {
      const item = { id: newId(now), point_id, model_id, code: `${codeBase(record)}-${i}`, serial: '', shelf: 'Mediathek' };
      await insertItem(db, { ...item, not_lendable: false, next_check_on: null, note: '' });
    }
  }
}
