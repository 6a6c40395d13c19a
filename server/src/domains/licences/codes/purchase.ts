/** Licences bought at the marketplace (docs/behaviour/marketplace.md#orders). */
import { Rights } from '@fundus/contract/catalogue/catalogue';
import type { Runtime } from '@fundus/contract/licences/rules';
import { REDEEM_MONTHS } from '@fundus/contract/licences/licences';
import { shiftMonths, today } from '@fundus/contract/days';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { Ctx } from '../../../http/context.ts';
import { insertCode } from './code-repository.ts';
import { makeCode } from './codes.ts';
import { resolveTerms, type Owner } from '../bulk/enter.ts';
import { findManagedLicences, insertLicence, recordLicenceEvent, updateLicence } from '../manage-repository.ts';
import { lockLicences } from '../repository.ts';
import { endSeats } from '../seats/seat-repository.ts';
import { logMediaChanges } from '../service.ts';
import type { LicenceAudience } from '@fundus/contract/catalogue/audiences';

type At = Pick<Ctx, 'db' | 'now' | 'config' | 'user' | 'afterCommit' | 'wakeIndex'>;

type Purchased = Owner & {
  identifier: string;
  scope: 'single' | 'volume' | 'school' | 'district';
  seats: number;
  runtime: Exclude<Runtime, 'publisher_year'>;
  runtime_days: number | null;
  valid_to: string | null;
  audience: LicenceAudience;
  licensor: string;
  purchase_ref: string;
  order_id: string;
  /** Price including VAT, in cents. */
  price: number;
  /** If true, a code for all seats is created. */
  codes: boolean;
};

export async function createPurchasedLicences(ctx: At, { district_id, school_id, order_id, codes, ...bought }: Purchased): Promise<void> {
  const owner = { district_id, school_id };
  const { problems: _, ...settled } = resolveTerms(ctx, { ...bought, valid_from: null }, owner);
  const id = newId(ctx.now);
  const row = { ...bought, ...owner, ...settled, id, order_id, rights: Rights.parse({}), origin: 'purchase' as const, created_at: ctx.now };
  await insertLicence(ctx.db, row);
  if (codes) await addPurchasedCode(ctx, id, bought.seats);
  await recordAudit(
    ctx,
    'licence.create',
    null,
    { id, ...owner, mediaId: bought.identifier, order_id },
    { school: school_id, district: district_id },
  );
  await logMediaChanges(ctx, [bought.identifier]);
}

async function addPurchasedCode({ db, now, user }: At, licence_id: string, quantity: number): Promise<void> {
  const redeem_until = shiftMonths(today(now), REDEEM_MONTHS);
  const code = { id: newId(now), licence_id, code: makeCode(), quantity, redeem_until, created_by: user?.id ?? null, created_at: now };
  if (!(await insertCode(db, code))) throw new Error('duplicate code');
}

/**
 * Withdraws licences with their seats. Returns the number of used seats of each, read under a lock. The caller may throw to prevent the withdrawal.
 */
export async function withdrawPurchased(ctx: At, ids: readonly string[]): Promise<{ in_use: number }[]> {
  await lockLicences(ctx.db, ids);
  const rows = await findManagedLicences(ctx.db, ids);
  for (const row of rows) {
    if (row.withdrawn) continue;
    await endSeats(ctx.db, row.id);
    await updateLicence(ctx.db, row.id, row.version, { withdrawn_at: ctx.now });
    await recordLicenceEvent(ctx.db, {
      licence_id: row.id,
      what: 'withdrawn',
      at: ctx.now,
      person_id: ctx.user?.id ?? null,
      count: row.taken,
    });
  }
  await logMediaChanges(
    ctx,
    rows.map(({ identifier }) => identifier),
  );
  return rows;
}
