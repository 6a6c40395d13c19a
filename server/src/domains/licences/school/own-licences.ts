/** The licence line of a medium's page: by what the person has it, and what can be done about it. */
import { today } from '@fundus/contract/days';
import type { OwnLicence } from '@fundus/contract/licences/licences';
import type { UserCtx } from '../../../http/context.ts';
import { findEntitlementBy, isForPeople, isGiven, isInForce, isOfDistrict, stateOf, termsOf } from '../active.ts';
import { findManagedAll, type ManagedRow } from '../manage-repository.ts';
import { maySee } from '../policy.ts';
import { findLicences } from '../repository.ts';
import { listOwnSeats } from '../seats/seat-repository.ts';
import { mayTake } from '../seats/seats.ts';

type Seat = Awaited<ReturnType<typeof listOwnSeats>>[number];

/** What somebody may do with a licence from where they stand. */
async function present(ctx: UserCtx, row: ManagedRow, seat: Seat | undefined): Promise<OwnLicence> {
  const day = today(ctx.now);
  const terms = termsOf(ctx.config);
  const entitlement = findEntitlementBy(ctx.user, row, day, terms);
  const free = row.seats === 0 || row.taken < row.seats;
  return {
    id: row.id,
    scope: row.scope,
    valid_to: row.valid_to,
    state: stateOf(row, day, terms),
    remaining: entitlement?.remaining ?? false,
    returns: entitlement?.returns ?? false,
    is_mediathek: isOfDistrict(row) ?? false,
    seat: seat ? { id: seat.id, state: seat.first_used_at === null ? 'assigned' : 'in_use', code_id: seat.code_id } : null,
    can: {
      take: !seat && isGiven(row) && isForPeople(row) && isInForce(row, day) && free && (await mayTake(ctx, row)),
      giveBack: seat !== undefined && (seat.first_used_at === null || (ctx.config.AllowReturns && (row.returns_left ?? 1) > 0)),
      manage: maySee(ctx.user, row),
    },
  };
}

/** Licences of the ids that reach the person, by id. */
export async function listOwnLicences(ctx: UserCtx, ids: readonly string[]): Promise<Map<string, OwnLicence>> {
  const seats = new Map((await listOwnSeats(ctx.db, ctx.user.id, ids)).map((seat) => [seat.licence_id, seat]));
  const found = new Map<string, OwnLicence>();
  for (const row of await findManagedAll(ctx.db, ids)) found.set(row.id, await present(ctx, row, seats.get(row.id)));
  return found;
}

/** Licences of a medium that reach the person, or that the person manages. `code` names one by a code it gave, or by its own id. */
export async function readOwn(ctx: UserCtx, mediaId: string, code: string | undefined): Promise<{ items: OwnLicence[] }> {
  const day = today(ctx.now);
  const all = await findLicences(ctx.db, [mediaId]);
  const own = await listOwnLicences(
    ctx,
    all.filter((licence) => findEntitlementBy(ctx.user, licence, day, termsOf(ctx.config)) !== null).map((licence) => licence.id),
  );
  const items = [...own.values()].filter((licence) => code === undefined || licence.id === code || licence.seat?.code_id === code);
  const over = ({ state }: OwnLicence): number => (state === 'expired' || state === 'grace' ? 1 : 0);
  return { items: items.sort((a, b) => over(a) - over(b) || (b.seat ? 1 : 0) - (a.seat ? 1 : 0)) };
}
