/** Enters licences for many media and schools in one request (docs/behaviour/licences.md#bulk-changes). */
import { today } from '@fundus/contract/days';
import type { Answer, Input } from '@fundus/contract/endpoint';
import { AppError, invalid, rejectInvalidFields } from '@fundus/contract/errors';
import { MAX_LICENCES_AT_ONCE, type licenceBulk, type LicencesForMany, type PreviewLine } from '@fundus/contract/licences/bulk';
import { newId } from '../../../db/new-id.ts';
import type { UserCtx } from '../../../http/context.ts';
import { isDistrictEditor } from '../active.ts';
import { auditBySchool, requireUnchangedPreview, digestOf, summarise } from './bulk.ts';
import { findMediaOf, findSchoolsOf, grantToSchools, insertBulk, insertLicencesOfBulk, listCovering } from './bulk-repository.ts';
import { findOwner, resolveTerms, type Owner } from './enter.ts';
import { managesLicences } from '../policy.ts';
import { logMediaChanges } from '../service.ts';

type Asked = Omit<Input<typeof licenceBulk.createMany>['body'], 'seen'>;
type For = Owner & { name: string };

/** Returns the owners of the new licences. With `schools`, each school is an owner. Otherwise the only owner is the district or the user's school. */
async function ownersOf(ctx: UserCtx, { to, scope, schools }: LicencesForMany): Promise<{ owners: For[]; given: string[] }> {
  if (to === 'own') return { owners: [{ ...(await findOwner(ctx, { scope, school_id: null })), name: '' }], given: [] };
  if (!isDistrictEditor(ctx.user)) throw new AppError('forbidden', { field: 'to' });
  if (scope === 'district') throw invalid('to', 'scope');
  if (to === 'share' && scope !== 'school') throw invalid('scope', 'choice');
  const found = await findSchoolsOf(ctx.db, ctx.user.district_id, schools, MAX_LICENCES_AT_ONCE + 1);
  if (schools !== 'all' && found.length < new Set(schools).size) throw new AppError('wrong_school', { field: 'schools' });
  if (found.length === 0) throw invalid('schools', 'required');
  if (to === 'share')
    return { owners: [{ district_id: ctx.user.district_id, school_id: null, name: '' }], given: found.map(({ id }) => id) };
  return { owners: found.map(({ id, name }) => ({ district_id: null, school_id: id, name })), given: [] };
}

export async function createLicences(
  ctx: UserCtx,
  { body: { seen, ...asked } }: Input<typeof licenceBulk.createMany>,
): Promise<Answer<typeof licenceBulk.createMany>> {
  if (!managesLicences(ctx.user)) throw new AppError('forbidden');
  const { owners, given } = await ownersOf(ctx, asked);
  const media = [...new Set(asked.media)];
  if (media.length * Math.max(owners.length, given.length) > MAX_LICENCES_AT_ONCE)
    throw new AppError('too_large', { field: 'media', details: { most: MAX_LICENCES_AT_ONCE } });
  // A licence shared with schools has no limited number of seats, because one school could otherwise use up the seats of the others.
  const terms: Asked = { ...asked, seats: asked.to === 'share' ? 0 : asked.seats };
  const { problems, ...settled } = resolveTerms(ctx, terms, owners[0]!);
  rejectInvalidFields(problems);
  const day = today(ctx.now);
  const known = new Map((await findMediaOf(ctx.db, media)).map((row) => [row.identifier, row]));
  const covering = Map.groupBy(await listCovering(ctx.db, media, { scope: asked.scope, day, owners }), (row) => row.identifier);
  const isCovered = (identifier: string, owner: Owner): boolean =>
    given.length === 0 &&
    (covering.get(identifier) ?? []).some(
      (row) =>
        row.scope !== 'free' &&
        row.district_id === owner.district_id &&
        row.school_id === owner.school_id &&
        (row.audience === 'all' || row.audience === asked.audience) &&
        (row.valid_from ?? '') <= (settled.valid_from ?? day) &&
        (row.valid_to === null || (settled.valid_to !== null && row.valid_to >= settled.valid_to)),
    );
  const lines = media.flatMap((identifier) =>
    owners.map((owner) => {
      const medium = known.get(identifier);
      const isFree = medium?.free || (covering.get(identifier) ?? []).some((row) => row.scope === 'free');
      const result: PreviewLine['result'] = !medium ? 'unknown' : isFree ? 'free' : isCovered(identifier, owner) ? 'covered' : 'new';
      const ends = { valid_to: null, next_valid_to: settled.valid_to };
      return { identifier, owner, title: medium?.fn_titel ?? identifier, scope: asked.scope, ...ends, result };
    }),
  );
  const shown = lines.map(({ identifier: _, owner, ...line }) => ({ ...line, owner: owner.name, school_id: owner.school_id }));
  const seal = digestOf([asked, given, lines.map(({ identifier, owner, result }) => [identifier, owner.school_id, result])]);
  const summed = summarise(shown, seal);
  const found = given.length > 0 && summed.changed > 0 ? { ...summed, schools: given.length } : summed;
  if (seen === undefined) return found;
  requireUnchangedPreview(seen, found);
  const done = lines.filter(({ result }) => result === 'new').map((line) => ({ ...line, id: newId(ctx.now) }));
  if (done.length === 0) return found;
  const { scope, runtime, runtime_days, audience, rights, licensor, price } = asked;
  await insertLicencesOfBulk(
    ctx.db,
    done.map(({ id, identifier, owner: { district_id, school_id } }) => ({
      ...{ id, identifier, district_id, school_id, scope, runtime, runtime_days, audience, rights, licensor, price, ...settled },
      ...{ origin: 'hand', created_at: ctx.now },
    })),
  );
  const ids = done.map(({ id }) => id);
  if (given.length > 0) await grantToSchools(ctx.db, ids, given, { person_id: ctx.user.id, now: ctx.now });
  const concerned = done.map(({ owner }) => ({ school_id: owner.school_id, owner_district: ctx.user.district_id }));
  await auditBySchool(ctx, 'licence.createMany', concerned, { scope, valid_to: settled.valid_to });
  const bulk_id = newId(ctx.now);
  await insertBulk(ctx.db, {
    ...{ id: bulk_id, person_id: ctx.user.id, at: ctx.now },
    rows: ids.map((id) => ({ id, version: 1, before: null })),
  });
  await logMediaChanges(
    ctx,
    done.map(({ identifier }) => identifier),
  );
  return { ...found, bulk_id };
}
