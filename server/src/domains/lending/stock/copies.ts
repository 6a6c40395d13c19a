/** Copies of a catalogue medium, which the desk adds on the page of the medium (docs/behaviour/lending.md#from-the-catalogue). */
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid } from '@fundus/contract/errors';
import type { lendingCopies } from '@fundus/contract/lending/models/copies';
import { mediaType } from '@fundus/contract/reference/media-types';
import { isDuplicate } from '../../../db/is-duplicate.ts';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { requireKnownRow } from '../../catalogue/index.ts';
import { lockModels } from '../allocation/booking.ts';
import { codeBase, modelOfMedium } from '../models/model-of-medium.ts';
import { findModel, insertModel } from '../models/stock-repository.ts';
import { insertItem } from '../models/item-repository.ts';
import { offerWaiting } from '../orders/offers.ts';
import { requirePoint } from '../points/access.ts';
import { findLastNumber, findModelOfMedium, listTakenCodes } from './copy-repository.ts';
import { lockPoint } from './stock-table-repository.ts';

type Medium = Awaited<ReturnType<typeof requireKnownRow>>;

/** Returns the given codes, or consecutive numbers of the medium if none are given. Throws if a code is repeated or taken. */
async function chooseCodes(ctx: UserCtx, point: string, medium: Medium, codes: readonly string[], quantity: number): Promise<string[]> {
  if (codes.length === 0) {
    const base = codeBase(medium);
    const last = await findLastNumber(ctx.db, point, base);
    return Array.from({ length: quantity }, (_, i) => `${base}-${last + i + 1}`);
  }
  const seen = new Set<string>();
  for (const code of codes) {
    if (seen.has(code.toLowerCase())) throw invalid('codes', 'duplicate', { code });
    seen.add(code.toLowerCase());
  }
  const [taken] = await listTakenCodes(ctx.db, point, codes);
  if (taken !== undefined) throw invalid('codes', 'taken', { code: taken });
  return [...codes];
}

async function createModelOf(ctx: UserCtx, point_id: string, medium: Medium): Promise<string> {
  const id = newId(ctx.now);
  await insertModel(ctx.db, { ...modelOfMedium(medium), id, point_id });
  return id;
}

export async function addCopies(
  ctx: UserCtx,
  identifier: string,
  { point: pointId, quantity, codes: given, shelf }: Input<typeof lendingCopies.addCopies>['body'],
): Promise<Reply<typeof lendingCopies.addCopies>> {
  const point = await requirePoint(ctx, pointId, 'desk');
  const medium = await requireKnownRow(ctx, identifier);
  if (mediaType(medium.fn_typ).carrier !== 'physical') throw new AppError('state_conflict', { details: { reason: 'online' } });
  await lockPoint(ctx.db, point.id);
  const codes = await chooseCodes(ctx, point.id, medium, given, quantity);
  const model = (await findModelOfMedium(ctx.db, point.id, identifier)) ?? (await createModelOf(ctx, point.id, medium));
  await lockModels(ctx, [model]);
  try {
    for (const code of codes) {
      const item = { serial: '', not_lendable: false, next_check_on: null, note: '' };
      await insertItem(ctx.db, { ...item, id: newId(ctx.now), point_id: point.id, model_id: model, code, shelf });
    }
  } catch (error) {
    if (isDuplicate(error)) throw invalid('codes', 'taken');
    throw error;
  }
  await offerWaiting(ctx, model);
  await recordAudit(ctx, 'lending.add_copies', null, { identifier, code: codes.join(', ') });
  const row = (await findModel(ctx.db, model))!;
  return { model: { id: row.id, name: row.name }, codes, devices: row.devices };
}
