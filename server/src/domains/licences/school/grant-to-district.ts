/** Licence for a whole district for a medium added by a user (docs/behaviour/catalogue.md#drafts). */
import { Rights } from '@fundus/contract/catalogue/catalogue';
import { today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import { newId } from '../../../db/new-id.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import { hasDistrictLicence, insertLicence } from '../manage-repository.ts';

/** Creates a district licence from today without an end date, unless one is in force. Throws `forbidden`. */
export async function grantToDistrict(ctx: UserCtx, identifier: string): Promise<void> {
  const { district_id } = ctx.user;
  if (district_id === null) throw new AppError('forbidden');
  if (await hasDistrictLicence(ctx.db, identifier, district_id, today(ctx.now))) return;
  const id = newId(ctx.now);
  const terms = { scope: 'district' as const, seats: 0, runtime: 'unlimited' as const, audience: 'all' as const, rights: Rights.parse({}) };
  const row = { ...terms, id, identifier, district_id, valid_from: today(ctx.now), valid_to: null, origin: 'hand' as const };
  await insertLicence(ctx.db, { ...row, created_at: ctx.now });
  await recordAudit(ctx, 'licence.create', null, { id, ...terms, district_id, mediaId: identifier });
}
