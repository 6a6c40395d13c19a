/** Damaged devices of the demo: one report to be examined and one device in repair. */
import { DAY, shiftDay, today } from '@fundus/contract/days';
import { newId } from '../../../db/new-id.ts';
import type { Db } from '../../../db/open.ts';
import { insertDamage } from '../condition/damage-repository.ts';
import { updateItem } from '../models/item-repository.ts';
import { insertRecord } from '../stock/condition-repository.ts';

const DAMAGE = [
  { code: 'KAM', text: 'Der Sucher zeigt einen dunklen Streifen, die Aufnahme ist davon nicht betroffen.', severity: 'limited', days: 1 },
  { code: 'LAU', text: 'Nach einem Sturz kommt aus dem linken Lautsprecher kein Ton mehr.', severity: 'unusable', days: 6 },
] as const;

export async function makeDamage(
  db: Db,
  { devices, reporter, now }: { devices: ReadonlyMap<string, { free: string[] }>; reporter: string; now: Date },
): Promise<void> {
  for (const { code, text, severity, days } of DAMAGE) {
    const at = new Date(now.getTime() - days * DAY);
    const item_id = devices.get(code)!.free.shift()!;
    const state = severity === 'unusable' ? ('in_repair' as const) : ('reported' as const);
    await insertDamage(db, { id: newId(at), item_id, reported_by: reporter, text, severity, state, created_at: at, changed_at: at });
    if (state !== 'in_repair') continue;
    await updateItem(db, item_id, { state: 'repair', away_until: shiftDay(today(now), 12) });
    await insertRecord(db, { item_id, kind: 'repair', note: text }, at);
  }
}
