/** Turns damage found at a return or inspection into a damage report, at the desk or a kiosk (docs/behaviour/lending.md#condition-and-damage). */
import type { Liability, Severity } from '@fundus/contract/lending/states';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { Ctx } from '../../../http/context.ts';
import { usePhotos } from '../models/photo-repository.ts';
import type { ItemRow } from '../models/item-repository.ts';
import { findPoint } from '../points/point-repository.ts';
import { moveDevice } from './damage.ts';
import { findReportedOf, insertDamage, updateDamage } from './damage-repository.ts';

const MAX_TEXT = 2_000;

export type SeenDamage = { severity: Severity; liability: Extract<Liability, 'none' | 'open'> };
type Seen = { line: string | null; note: string; photos: readonly string[]; damage: SeenDamage | null };

/** Opens a report, or completes an existing unexamined report of the same loan. Returns the number of added photos. */
export async function openDamage(ctx: Ctx, item: ItemRow, { line, note, photos, damage }: Seen): Promise<number> {
  const { severity, liability } = damage ?? { severity: 'limited' as const, liability: 'none' as const };
  const before = line === null ? undefined : await findReportedOf(ctx.db, line);
  const id = before?.id ?? newId(ctx.now);
  const person = ctx.user?.id ?? null;
  if (before) {
    const text = note === '' || before.text.includes(note) ? before.text : `${before.text}\n${note}`.trim().slice(0, MAX_TEXT);
    const seen = damage && { severity, ...(before.liability === 'none' && { liability }) };
    await updateDamage(ctx.db, id, before.version, { text, ...seen, changed_at: ctx.now });
  } else
    await insertDamage(ctx.db, {
      ...{ id, item_id: item.id, line_id: line, reported_by: person, in_time: false, text: note, severity, liability },
      ...{ created_at: ctx.now, changed_at: ctx.now },
    });
  const point = (await findPoint(ctx.db, item.point_id))!;
  const scope = { school: point.school_id, district: point.district_id };
  await recordAudit(ctx, 'lending.report_damage', null, { code: item.code, severity }, scope);
  if (severity === 'unusable') await moveDevice(ctx, item.id, 'repair', note);
  return usePhotos(ctx.db, photos, { item: item.id, person, damage_id: id });
}
