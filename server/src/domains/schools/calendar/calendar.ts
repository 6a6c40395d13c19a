/** End dates of a school or district as a list and as a calendar (docs/behaviour/licences.md#calendar). */
import { isDistrictAdmin } from '@fundus/contract/access';
import { shiftDay, today } from '@fundus/contract/days';
import type { Input, Reply, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import { schoolYearOf } from '@fundus/contract/marketplace/order-states';
import type { Deadline, schoolCalendar } from '@fundus/contract/schools/calendar';
import { href } from '@fundus/contract/screens';
import { requireReadsLeft, hashAddressToken, createSecretAddress } from '../../../calendar/secret-address.ts';
import { writeCalendar } from '../../../calendar/write-calendar.ts';
import { downloadName } from '../../../http/bodies/download-name.ts';
import type { Ctx, UserCtx } from '../../../http/context.ts';
import { loadWords, type Translate } from '../../mails/index.ts';
import { readSettings } from '../../setup/index.ts';
import {
  countDeadlinesByMonth,
  findCalendarFeed,
  findCalendarOwner,
  listDeadlines,
  saveCalendarFeed,
  removeCalendarFeed,
  type DeadlineRow,
  type WatchedPlace,
} from './calendar-repository.ts';
import { countPendingDecisions } from '../numbers/report-repository.ts';
import { requireAdministered } from '../service.ts';

/** Maximum number of dates in a subscribed calendar. An additional entry contains the number of omitted dates. */
const MAX_FOLLOWED = 2_000;
const FOLLOWED_DAYS = 732;
const MAX_MONTHS = 24;

type Of = { school_id: string | null; district_id: string };

const watch = ({ now, config }: Pick<Ctx, 'now' | 'config'>, { school_id, district_id }: Of): WatchedPlace => {
  const { schoolYearEnd } = config;
  const day = today(now);
  const of = school_id === null ? { district: district_id } : { school: school_id };
  return { of, district: district_id, day, schoolYearEnd, year: schoolYearOf(day, schoolYearEnd) };
};

/** Returns the given school, or by default the district or school that the user administers. */
async function requireCalendarScope(ctx: UserCtx, named: string): Promise<Of> {
  const { user } = ctx;
  if (named === '' && isDistrictAdmin(user)) {
    if (user.district_id === null) throw new AppError('not_found');
    return { school_id: null, district_id: user.district_id };
  }
  if (named === '' && user.school_id === null) throw new AppError('not_found');
  const school = await requireAdministered(ctx, named === '' ? user.school_id! : named);
  return { school_id: school.id, district_id: school.district_id };
}

const present = ({ on_day, school_id, school_name, n, open, ...row }: DeadlineRow): Deadline => ({
  ...row,
  ...{ on: on_day, count: n, can: { open } },
  school: school_id === null ? null : { id: school_id, name: school_name ?? '' },
});

export async function readDeadlines(
  ctx: UserCtx,
  { school, kind, days, month, offset, limit }: Input<typeof schoolCalendar.ends>['query'],
): Promise<Reply<typeof schoolCalendar.ends>> {
  const watched = watch(ctx, await requireCalendarScope(ctx, school));
  const criteria = { kind, month, until: days === '' ? null : shiftDay(watched.day, Number(days)) } as const;
  const soon = { in30: shiftDay(watched.day, 30), in90: shiftDay(watched.day, 90) };
  const { months, in30, in90 } = await countDeadlinesByMonth(ctx.db, watched, criteria, soon);
  return {
    total: months.filter((each) => month === '' || each.month === month).reduce((sum, each) => sum + each.count, 0),
    ...{ offset, limit, months: months.slice(0, MAX_MONTHS), soon: { in30, in90 } },
    items: (await listDeadlines(ctx.db, watched, criteria, { offset, limit })).map(present),
  };
}

export async function readWaiting(ctx: UserCtx): Promise<Reply<typeof schoolCalendar.waiting>> {
  const { people: _, ...waiting } = await countPendingDecisions(ctx.db, watch(ctx, await requireCalendarScope(ctx, '')).of);
  return waiting;
}

export async function readCalendarFeed({ db, user }: UserCtx): Promise<Reply<typeof schoolCalendar.feed>> {
  const row = await findCalendarFeed(db, user.id);
  return { made_at: row?.made_at.toISOString() ?? null };
}

export async function createCalendarFeed(ctx: UserCtx): Promise<Reply<typeof schoolCalendar.makeFeed>> {
  const { school_id, district_id } = await requireCalendarScope(ctx, '');
  const { token, hash } = createSecretAddress();
  const of = school_id === null ? { school_id, district_id } : { school_id, district_id: null };
  await saveCalendarFeed(ctx.db, { ...of, person_id: ctx.user.id, hash, made_at: ctx.now });
  return { path: `/api/v1/schools/calendar/feed/${token}` };
}

export async function endCalendarFeed({ db, user }: UserCtx): Promise<{ ok: true }> {
  await removeCalendarFeed(db, user.id);
  return { ok: true };
}

/** Returns the path of the page that an entry links to. */
function entryAddress({ kind, id, identifier }: DeadlineRow): string {
  switch (kind) {
    case 'licence':
      return href('school-media-detail', { mediaId: identifier ?? '', codeId: id ?? '' });
    case 'package':
      return href('library', { tab: 'licences' }, { view: 'manage' });
    case 'invoice':
    case 'order':
      return href('purchase-confirmed', {}, { order: id ?? '' });
    default:
      return href('school', {}, { tab: 'calendar' });
  }
}

function describeEvent(t: Translate, { kind, title, deleted, n, cents }: DeadlineRow, money: (cents: number) => string): string {
  switch (kind) {
    case 'licence':
      return t('schools.calendar.event.licence', { title });
    case 'package':
      return t('schools.calendar.package', { title, count: n });
    case 'budget':
      return t('schools.calendar.event.budget', { left: money(cents ?? 0) });
    case 'deletion':
      return t(`schools.calendar.deleted.${deleted ?? 'classes'}`, { count: n });
    default:
      return t(`schools.calendar.event.${kind}`, { number: title, total: money(cents ?? 0) });
  }
}

/** Returns the calendar file. Access is authorized by the token, not by a session. */
export async function sendCalendarFeed(ctx: Ctx, token: string): Promise<StreamAnswer> {
  const owner = await findCalendarOwner(ctx.db, hashAddressToken(token));
  if (!owner?.district_id) throw notFound('token');
  await requireReadsLeft(ctx, 'school-feed', owner.id);
  const locale = owner.locale ?? ctx.config.Locales[0] ?? 'de';
  const t = await loadWords(ctx, locale);
  const money = (cents: number): string => new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' }).format(cents / 100);
  const watched = watch(ctx, { school_id: owner.school_id, district_id: owner.district_id });
  const asked = { kind: '', month: '', until: shiftDay(watched.day, FOLLOWED_DAYS) } as const;
  const rows = await listDeadlines(ctx.db, watched, asked, { offset: 0, limit: MAX_FOLLOWED + 1 });
  const events = rows.slice(0, MAX_FOLLOWED).map((row) => ({
    id: [row.kind, row.id ?? row.school_id, row.deleted].filter(Boolean).join('-'),
    day: row.on_day,
    summary: [describeEvent(t, row, money), owner.school_id === null && row.school_name].filter(Boolean).join(' · '),
    url: ctx.publicUrl && `${ctx.publicUrl}${entryAddress(row)}`,
  }));
  const [cut] = rows.slice(MAX_FOLLOWED);
  if (cut) {
    const { months } = await countDeadlinesByMonth(ctx.db, watched, asked, { in30: watched.day, in90: watched.day });
    const count = months.reduce((sum, month) => sum + month.count, 0) - MAX_FOLLOWED;
    events.push({
      ...{ id: 'more', day: cut.on_day, summary: t('schools.calendar.event.more', { count }) },
      url: ctx.publicUrl && `${ctx.publicUrl}${href('school', {}, { tab: 'calendar' })}`,
    });
  }
  const { productName } = await readSettings(ctx.db);
  const name = t('schools.calendar.feed.name', { portal: productName });
  return writeCalendar(events, { file: `${downloadName(t, 'deadlines')}.ics`, name, about: 'Calendar', now: ctx.now });
}
