/** Licences of a school as its page shows them, and how the portal is used there. */
import { schoolYearOf } from '@fundus/contract/classes/rules';
import { shiftDay, today, DAY } from '@fundus/contract/days';
import { mediaType } from '@fundus/contract/reference/media-types';
import { coverHref } from '@fundus/contract/files/files';
import { LEAST_PEOPLE, type SchoolLicence, type SchoolNumbers } from '@fundus/contract/schools/schools';
import type { UserCtx } from '../../http/context.ts';
import { countSeats, stateOf, termsOf } from '../licences/index.ts';
import { MONTHS_SHOWN } from '../uses/index.ts';
import { countSchoolLicences, listSchoolLicences, listTypes, type LicencesAsked } from './media-repository.ts';
import { countActiveClasses, countMembers, listMonths, listTopMedia, listUnused } from './numbers-repository.ts';
import { maySeeAllMedia } from './policy.ts';
import { requireAdministered, requireVisible } from './service.ts';

type Query = { q: string; show: LicencesAsked['show']; typ: string; offset: number; limit: number };

const TOP = 10;
/** A licence that has been there so long without anybody using it is named. */
export const UNUSED_DAYS = 90;
export const ACTIVE_DAYS = 30;

const labelOf = (typ: string): string => mediaType(typ).label;

export async function readMedia(ctx: UserCtx, id: string, { offset, limit, ...query }: Query) {
  const school = await requireVisible(ctx, id);
  const day = today(ctx.now);
  const asked = { ...query, schoolId: id, districtId: school.district_id, day, everything: maySeeAllMedia(ctx.user, school) };
  const terms = termsOf(ctx.config);
  const rows = await listSchoolLicences(ctx.db, asked, offset, limit);
  const types = await listTypes(ctx.db, asked);
  return {
    total: await countSchoolLicences(ctx.db, asked),
    offset,
    limit,
    types: types
      .map(({ fn_typ, n }) => ({ value: fn_typ, label: labelOf(fn_typ), count: n }))
      .sort((a, b) => a.label.localeCompare(b.label, 'de')),
    items: rows.map((row): SchoolLicence => ({
      id: row.id,
      medium: {
        identifier: row.identifier,
        fn_titel: row.fn_titel,
        fn_typ: row.fn_typ,
        type: labelOf(row.fn_typ),
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

/** A figure with too few people behind it is not told. */
export const suppressSmall = (value: number, people: number): number | null => (people >= LEAST_PEOPLE ? value : null);

export async function readNumbers(ctx: UserCtx, id: string): Promise<SchoolNumbers> {
  await requireAdministered(ctx, id);
  const day = today(ctx.now);
  const members = await countMembers(ctx.db, { school: id }, new Date(ctx.now.getTime() - ACTIVE_DAYS * DAY));
  const months = lastMonths(day);
  const span = { from: months[0]!, to: months.at(-1)! };
  const used = new Map((await listMonths(ctx.db, { school: id }, span)).map((row) => [row.month, row]));
  const top = await listTopMedia(ctx.db, { school: id }, span, { by: 'uses', least: LEAST_PEOPLE, limit: TOP });
  const unused = await listUnused(ctx.db, { school: id }, day, shiftDay(day, -UNUSED_DAYS));
  return {
    members: members.members,
    teachers: members.teachers,
    active: suppressSmall(members.active, members.active),
    classes: await countActiveClasses(ctx.db, id, schoolYearOf(day, ctx.config.schoolYearEnd)),
    months: months.map((month) => ({ month, uses: suppressSmall(used.get(month)?.uses ?? 0, used.get(month)?.people ?? 0) })),
    top: top.map(({ identifier, fn_titel, uses }) => ({ identifier, fn_titel, uses })),
    unused: { total: unused.length, items: unused.slice(0, TOP) },
  };
}

/** The months up to the one of the day, the oldest first. */
function lastMonths(day: string): string[] {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return Array.from({ length: MONTHS_SHOWN }, (_, i) => new Date(Date.UTC(year, month - MONTHS_SHOWN + i, 1)).toISOString().slice(0, 7));
}
