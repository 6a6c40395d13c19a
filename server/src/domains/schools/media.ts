/** Licences displayed on the page of a school. */
import { today } from '@fundus/contract/days';
import { mediaType } from '@fundus/contract/reference/media-types';
import { coverHref } from '@fundus/contract/files/files';
import type { SchoolLicence } from '@fundus/contract/schools/schools';
import type { UserCtx } from '../../http/context.ts';
import { countSeats, stateOf, licenceTerms } from '../licences/index.ts';
import { countSchoolLicences, listSchoolLicences, listTypes, type LicenceFilter } from './media-repository.ts';
import { maySeeAllMedia } from './policy.ts';
import { requireVisible } from './service.ts';

type Query = { q: string; show: LicenceFilter['show']; typ: string; offset: number; limit: number };

export async function readSchoolLicences(ctx: UserCtx, id: string, { offset, limit, ...query }: Query) {
  const school = await requireVisible(ctx, id);
  const day = today(ctx.now);
  const criteria = { ...query, schoolId: id, districtId: school.district_id, day, everything: maySeeAllMedia(ctx.user, school) };
  const terms = licenceTerms(ctx.config);
  const rows = await listSchoolLicences(ctx.db, criteria, offset, limit);
  const types = await listTypes(ctx.db, criteria);
  return {
    total: await countSchoolLicences(ctx.db, criteria),
    offset,
    limit,
    types: types
      .map(({ fn_typ, n }) => ({ value: fn_typ, label: mediaType(fn_typ).label, count: n }))
      .sort((a, b) => a.label.localeCompare(b.label, 'de')),
    items: rows.map((row): SchoolLicence => ({
      id: row.id,
      medium: {
        identifier: row.identifier,
        fn_titel: row.fn_titel,
        fn_typ: row.fn_typ,
        cover: coverHref(row, ctx.config.CoverService),
      },
      scope: row.scope,
      state: stateOf({ ...row, withdrawn: false }, day, terms),
      valid_to: row.valid_to,
      seats: row.share_taken ?? row.seats,
      taken: row.share_taken ?? row.taken,
      remaining: row.share_taken === null ? countSeats(row, terms).remaining : false,
      share: row.share_taken !== null,
      code_id: row.code_id ?? row.id,
    })),
  };
}
