/** Licences shown on the page of a medium, with the user's permissions. */
import { today } from '@fundus/contract/days';
import type { OwnLicence } from '@fundus/contract/licences/licences';
import type { UserCtx } from '../../../http/context.ts';
import { findEntitlementBy, isForPeople, hasAssignedSeats, isActiveLicence, isDistrictLicence, stateOf, licenceTerms } from '../active.ts';
import { findManagedLicences, type ManagedRow } from '../manage-repository.ts';
import { maySeeLicence } from '../policy.ts';
import { findLicences } from '../repository.ts';
import { listOwnSeats } from '../seats/seat-repository.ts';
import { mayTake } from '../seats/seats.ts';

type Seat = Awaited<ReturnType<typeof listOwnSeats>>[number];

/** Returns a licence with its state and the user's permissions. */
async function presentOwnLicence(ctx: UserCtx, row: ManagedRow, seat: Seat | undefined): Promise<OwnLicence> {
  const day = today(ctx.now);
  const terms = licenceTerms(ctx.config);
  const entitlement = findEntitlementBy(ctx.user, row, day, terms);
  const free = row.seats === 0 || row.taken < row.seats;
  return {
    id: row.id,
    scope: row.scope,
    valid_to: row.valid_to,
    state: stateOf(row, day, terms),
    remaining: entitlement?.remaining ?? false,
    returns: entitlement?.returns ?? false,
    is_mediathek: isDistrictLicence(row) ?? false,
    seat: seat ? { id: seat.id, state: seat.first_used_at === null ? 'assigned' : 'in_use', code_id: seat.code_id } : null,
    can: {
      take: !seat && hasAssignedSeats(row) && isForPeople(row) && isActiveLicence(row, day) && free && (await mayTake(ctx, row)),
      giveBack: seat !== undefined && (seat.first_used_at === null || (ctx.config.AllowReturns && (row.returns_left ?? 1) > 0)),
      manage: maySeeLicence(ctx.user, row),
    },
  };
}

/** Returns licences by id, with the user's permissions. */
export async function listOwnLicences(ctx: UserCtx, ids: readonly string[]): Promise<Map<string, OwnLicence>> {
  const seats = new Map((await listOwnSeats(ctx.db, ctx.user.id, ids)).map((seat) => [seat.licence_id, seat]));
  const found = new Map<string, OwnLicence>();
  for (const row of await findManagedLicences(ctx.db, ids)) found.set(row.id, await presentOwnLicence(ctx, row, seats.get(row.id)));
  return found;
}

/**
 * Returns the licences of a medium that cover the user or that the user manages. `code` selects one licence, by the id of its code or by its own id.
 */
export async function readOwnLicences(ctx: UserCtx, mediaId: string, code: string | undefined): Promise<{ items: OwnLicence[] }> {
  const day = today(ctx.now);
  const all = await findLicences(ctx.db, [mediaId]);
  const own = await listOwnLicences(
    ctx,
    all.filter((licence) => findEntitlementBy(ctx.user, licence, day, licenceTerms(ctx.config)) !== null).map((licence) => licence.id),
  );
  const items = [...own.values()].filter((licence) => code === undefined || licence.id === code || licence.seat?.code_id === code);
  const over = ({ state }: OwnLicence): number => (state === 'expired' || state === 'grace' ? 1 : 0);
  return { items: items.sort((a, b) => over(a) - over(b) || (b.seat ? 1 : 0) - (a.seat ? 1 : 0)) };
}
