/** Models and devices of the demo's lending point. */
import { shiftDay, shiftMonths, today } from '@fundus/contract/days';
import { z } from 'zod';
import { newId } from '../../../db/new-id.ts';
import type { DemoContext } from '../../../domain.ts';
import { insertItem } from '../models/item-repository.ts';
import { insertModel, setFits } from '../models/stock-repository.ts';
import { makeManual, type DemoManuals } from './manuals.ts';
import { makePicture, type DemoPictures } from './pictures.ts';

export const DemoModel = z.strictObject({
  name: z.string(),
  maker: z.string(),
  category: z.string(),
  /** Prefix of the device codes of this model. */
  code: z.string(),
  count: z.int(),
  description: z.string(),
  /** Parts in the form `2 × Akku`, or just the name for a single part. */
  parts: z.array(z.string()),
  euro: z.int(),
  max_days: z.int().default(14),
  buffer_after: z.int().nullable().default(null),
  identifier: z.string().nullable().default(null),
  needs_briefing: z.boolean().default(false),
  self_service: z.boolean().default(false),
});

/** Models by device code prefix. `free` contains the ids of devices without an order. */
export type DemoModelsByPrefix = ReadonlyMap<string, { model_id: string; buffer_after: number | null; free: string[] }>;
type DemoDevice = { id: string; model_id: string; parts: { name: string; count: number }[] };

type Models = z.output<typeof DemoModel>[];
type Extras = { suppliers: readonly string[]; pictures: DemoPictures; manuals: DemoManuals };

const partOf = (words: string) => {
  const [, count = '1', name = words] = /^(\d+) × (.+)$/.exec(words) ?? [];
  return { name, count: Number(count) };
};

/** Inserts the models and their devices. Returns the models by device code prefix and all devices. */
export async function createDemoStock(
  { db, storage, now, records }: Pick<DemoContext, 'db' | 'storage' | 'now' | 'records'>,
  point_id: string,
  models: Models,
  { suppliers, pictures, manuals }: Extras,
): Promise<{ devices: DemoModelsByPrefix; all: DemoDevice[] }> {
  const devices = new Map<string, { model_id: string; buffer_after: number | null; free: string[] }>();
  const all: DemoDevice[] = [];
  for (const [nth, { code, count, parts, euro, identifier, ...model }] of models.entries()) {
    const model_id = newId(now);
    await insertModel(db, {
      ...model,
      id: model_id,
      point_id,
      parts: parts.map(partOf),
      manual: '',
      teachers_only: false,
      replacement_cents: euro * 100,
      identifier: records.some((record) => record.identifier === identifier) ? identifier : null,
    });
    await makePicture({ db, storage, now }, model_id, pictures[code]);
    await makeManual({ db, storage, now }, model_id, manuals[code]);
    const free: string[] = [];
    for (let i = 1; i <= count; i++) {
      const item = {
        id: newId(now),
        point_id,
        model_id,
        code: `${code}-${String(i).padStart(2, '0')}`,
        serial: '',
        shelf: `${code[0]}${i}`,
      };
      await insertItem(db, {
        ...item,
        ...{ not_lendable: false, note: '', next_check_on: model.category.startsWith('Ton') && i === 1 ? shiftDay(today(now), 24) : null },
        ...lifeOf(today(now), { euro, nth, i, supplier: suppliers[nth % suppliers.length]! }),
      });
      free.push(item.id);
      all.push({ id: item.id, model_id, parts: parts.map(partOf) });
    }
    devices.set(code, { model_id, buffer_after: model.buffer_after, free });
  }
  return { devices, all };
}

/** Stores which models are compatible with each other. */
export async function createDemoFits(db: DemoContext['db'], fitting: Record<string, string[]>, devices: DemoModelsByPrefix): Promise<void> {
  for (const [code, fits] of Object.entries(fitting))
    await setFits(
      db,
      devices.get(code)!.model_id,
      fits.map((each) => devices.get(each)!.model_id),
    );
}

/** Returns purchase data of a device bought within the last six years, with two years of warranty and a service life of six years. */
function lifeOf(day: string, { euro, nth, i, supplier }: { euro: number; nth: number; i: number; supplier: string }) {
  const bought_on = shiftDay(shiftMonths(day, -(4 + ((nth * 13 + (i > 3 ? 9 : 0)) % 68))), nth);
  const price_cents = Math.round(euro * (0.86 + (nth % 5) * 0.03)) * 100;
  return { bought_on, price_cents, supplier, warranty_until: shiftMonths(bought_on, 24), ends_on: shiftMonths(bought_on, 72) };
}
