/** Checklist on the start page of district administrators, derived from stored data (docs/behaviour/first-start.md#checklist). */
import { today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import type { Checklist } from '@fundus/contract/first-start/checklist';
import { CHECKLIST_ROWS, type ChecklistRow, type SkippableRow } from '@fundus/contract/first-start/steps';
import type { UserCtx } from '../../http/context.ts';
import { isLegalComplete } from '../legal/index.ts';
import { countSetUp, findChecklist, findUnmanagedSchool, saveChecklist } from './repository.ts';

/** Returns the rows that apply to this portal. For example, a portal without lending needs no lending point. */
const rowsOf = ({ config }: UserCtx): ChecklistRow[] =>
  CHECKLIST_ROWS.filter((row) => (row === 'lending' ? config.GeraeteVerleih : row === 'legal' ? config.LegalPages === 'generic' : true));

/** Number of entries that complete a row, if not 1. Staff need two, because the administrator who reads the list is one of them. */
const NEEDED: Partial<Record<ChecklistRow, number>> = { staff: 2 };

function requireDistrict({ user }: UserCtx): string {
  if (user.district_id === null) throw new AppError('not_found');
  return user.district_id;
}

export async function readChecklist(ctx: UserCtx): Promise<Checklist> {
  const district = requireDistrict(ctx);
  const stored = await findChecklist(ctx.db, district);
  if (stored?.hidden_at) return { hidden: true, school: null, rows: [] };
  const counts = await countSetUp(ctx.db, district, today(ctx.now));
  const legal = (await isLegalComplete(ctx)) ? 1 : 0;
  const rows = rowsOf(ctx).map((row) => {
    const count = row === 'legal' ? legal : (counts[row] ?? 0);
    const isDone = count >= (NEEDED[row] ?? 1);
    return { row, count, state: isDone ? ('done' as const) : stored?.skipped.includes(row) ? ('skipped' as const) : ('open' as const) };
  });
  return { hidden: false, school: await findUnmanagedSchool(ctx.db, district), rows };
}

export async function skipRow(ctx: UserCtx, row: SkippableRow, skipped: boolean): Promise<Checklist> {
  const district = requireDistrict(ctx);
  const others = ((await findChecklist(ctx.db, district))?.skipped ?? []).filter((each) => each !== row);
  await saveChecklist(ctx.db, district, { skipped: skipped ? [...others, row] : others });
  return readChecklist(ctx);
}

export async function hideChecklist(ctx: UserCtx): Promise<{ ok: true }> {
  const { rows } = await readChecklist(ctx);
  const open = rows.filter(({ state }) => state === 'open').map(({ row }) => row);
  if (open.length > 0) throw new AppError('state_conflict', { details: { open } });
  await saveChecklist(ctx.db, requireDistrict(ctx), { hidden_at: ctx.now });
  return { ok: true };
}
