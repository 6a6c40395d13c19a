/** Texts for dates, orders and errors in lending. */
import { parseAmount } from '@fundus/contract/cents';
import { today } from '@fundus/contract/days';
import { dateLocale } from '@fundus/contract/locale';
import type { AppError } from '@fundus/contract/errors';
import type { Lessons } from '@fundus/contract/lending/calendar/lessons';
import type { RentalLine, RentalOrder } from '@fundus/contract/lending/orders/orders';
import type { DeviceItem } from '@fundus/contract/lending/points/points';
import type { MessageKey } from '@fundus/contract/messages';
import { formatDate, formatDays } from '../../../i18n/format.ts';
import type { Translate } from '../../../i18n/translate.ts';

type Details = Partial<Record<'earliest' | 'latest' | 'date' | 'model' | 'reason' | 'borrower' | 'state' | 'name' | 'why', string>> &
  Partial<Record<'max_days' | 'max_lessons' | 'lesson' | 'most' | 'free', number>>;

/** Error reasons that have their own text. */
const REASONS: Record<string, MessageKey> = {
  most: 'lending.refused.most',
  private: 'lending.refused.private',
  id_not_checked: 'lending.refused.id_not_checked',
  private_has: 'lending.refused.private_has',
  private_owes: 'lending.refused.private_owes',
  no_fee: 'lending.refused.no_fee',
  no_signature: 'lending.refused.no_signature',
  agreement: 'lending.refused.agreement',
  nothing_changes: 'lending.refused.nothing_changes',
  most_proposals: 'lending.refused.most_proposals',
  empty: 'lending.refused.empty',
  extended: 'lending.refused.extended',
  on_loan: 'lending.refused.on_loan',
  not_on_loan: 'lending.refused.not_on_loan',
  other_model: 'lending.refused.other_model',
  nothing_open: 'lending.refused.nothing_open',
  nothing_ready: 'lending.refused.nothing_ready',
  quarantine: 'lending.refused.quarantine',
  repair: 'lending.refused.repair',
  lost: 'lending.refused.lost',
  not_lendable: 'lending.refused.not_lendable',
  away: 'lending.refused.away',
  check_due: 'lending.refused.check_due',
  renewals: 'lending.refused.renewals',
  too_late: 'lending.refused.too_late',
  too_long: 'lending.refused.too_long',
  no_opening_day: 'lending.refused.no_opening_day',
  offered: 'lending.refused.offered',
  inventory_open: 'lending.refused.inventory_open',
  inventory_over: 'lending.refused.inventory_over',
  nobody_comes: 'lending.refused.nobody_comes',
  dialog_open: 'lending.refused.dialog_open',
  scan_again: 'lending.refused.scan_again',
  order_forgotten: 'lending.refused.order_forgotten',
  not_reachable: 'lending.refused.not_reachable',
  most_notes: 'lending.refused.most_notes',
  lesson_over: 'lending.refused.lesson_over',
  by_lesson: 'lending.refused.by_lesson',
  most_favourites: 'lending.refused.most_favourites',
  most_pictures: 'lending.refused.most_pictures',
  most_manuals: 'lending.refused.most_manuals',
  empty_template: 'lending.refused.empty_template',
};

type Period = { start: string; end: string; lessons: Lessons | null };

/** Returns the next period in which enough devices are free, or `null` if the error has another cause. */
export const nextFree = ({ code, details }: AppError): Period | null =>
  code === 'not_available' ? ((details as { next?: Period | null } | undefined)?.next ?? null) : null;

/** Returns why a request was rejected, followed by the next possible period if known. */
export function refusalText(t: Translate, error: AppError, locale: string): string {
  const next = nextFree(error);
  const why = reasonText(t, error, locale);
  return next ? `${why} ${t('lending.refused.next', { period: loanPeriodText(t, next, locale) })}` : why;
}

function reasonText(t: Translate, { code, details }: AppError, locale: string): string {
  const { earliest, latest, date, model, reason, borrower, max_days, max_lessons, lesson, most, name, why } = (details ?? {}) as Details;
  const day = (value: string | undefined): string => (value ? formatDate(value, 'weekday', locale) : '');
  if (reason === 'no_tour' && code === 'too_late') return t('lending.refused.no_tour.fetch');
  if (reason === 'no_tour') return earliest ? t('lending.refused.no_tour', { day: day(earliest) }) : t('lending.refused.no_tour.bring');
  if (code === 'too_early' && earliest) return t('lending.refused.too_early', { day: day(earliest) });
  if (code === 'too_late' && latest) return t('lending.refused.latest', { day: day(latest) });
  if (code === 'too_long' && max_days) return t('lending.refused.max_days', { count: max_days });
  if (code === 'too_long' && max_lessons) return t('lending.refused.max_lessons', { count: max_lessons });
  if (code === 'not_available' && reason === undefined && lesson)
    return t('lending.refused.none_free.lesson', { day: day(date), model: model ?? '', lesson });
  if (code === 'day_closed' && name) return t('lending.refused.closed', { name });
  if (reason === 'on_loan' && borrower && date) return t('lending.refused.on_loan.by', { name: borrower, day: day(date) });
  if (code === 'not_available' && reason === 'needed') return t('lending.refused.needed', { day: day(date), name: borrower ?? '' });
  if (code === 'not_renewable' && reason === 'waited') return t('lending.refused.waited', { day: day(date) });
  if (code === 'briefing_missing' && model) return t('lending.refused.briefing', { model });
  if (code === 'already_exists') return t('lending.refused.waiting');
  if (code === 'point_not_open_to_you' && reason === 'schools') return t('lending.refused.schools');
  if (code === 'point_not_open_to_you' && reason === 'model') return t('lending.refused.model');
  if (code === 'suspended' && why) return t('lending.refused.suspended', { why });
  if (code === 'not_renewable' && reason === 'needed') return t('lending.refused.needed.renew');
  if (code === 'not_available' && reason === undefined) return t('lending.refused.none_free', { day: day(date), model: model ?? '' });
  const known = reason === undefined ? undefined : REASONS[reason];
  if (known) return t(known as 'lending.refused.most', { count: most ?? 0 });
  return t(`error.${code}`, { name: '' });
}

/** Returns the title of an order, or a fixed title for a loan without an order. */
export const titleOf = (t: Translate, { title, walk_up }: Pick<RentalOrder, 'title' | 'walk_up'>): string =>
  title === '' && walk_up ? t('lending.walkUp.title') : title;

/** Returns the tone of an order line. The state is also shown as text. */
export const toneOf = ({ overdue, state }: RentalLine): 'bad' | 'good' | 'warn' | 'quiet' =>
  overdue ? 'bad' : state === 'ready' || state === 'approved' ? 'good' : state === 'on_loan' ? 'warn' : 'quiet';

/** Returns a period as text, or a single date if it has one day. */
export const periodText = (t: Translate, start: string, end: string, locale: string): string =>
  start === end
    ? formatDate(start, 'short', locale)
    : t('lending.period', { from: formatDate(start, 'short', locale), until: formatDate(end, 'short', locale) });

/** Returns the text with word joiners after dashes between words, so that ranges such as `08:45–09:30` are not broken. */
const keepRanges = (text: string): string => text.replace(/(?<=\S)–(?=\S)/g, '–\u2060');

/** Returns a range of lessons as text, such as `3.–4. Stunde`. */
export const lessonText = (t: Translate, { first, last }: Lessons): string =>
  keepRanges(t(first === last ? 'lending.lesson' : 'lending.lessons', { first, last }));

/** Returns the period of a loan as text, either as days with their weekdays or as lessons of one day with their times if known. */
export function loanPeriodText(
  t: Translate,
  { start, end, lessons }: Omit<Period, 'lessons'> & { lessons: (Lessons & { begin?: string; end?: string }) | null },
  locale: string,
): string {
  const day = formatDays(start, end, locale);
  if (!lessons || start !== end) return day;
  const values = { ...lessons, day, lessons: lessonText(t, lessons) };
  return keepRanges(lessons.begin ? t('lending.lessons.timed', { begin: '', end: '', ...values }) : t('lending.lessons.on', values));
}

/** Returns a day as text, followed by the time if there is one. */
export const endText = (day: string, at: string | null | undefined, locale: string): string =>
  [formatDate(day, 'weekday', locale), at].filter(Boolean).join(', ');

/** Converts an amount in euros to cents. Returns `null` for empty input and -1 for an invalid amount, which the server rejects. */
export const parseCents = (words: string): number | null => {
  const cents = parseAmount(words);
  return cents === undefined ? -1 : cents;
};

/** Returns the names of the weekdays, where 0 is Monday. 5 January 2026 is a Monday. */
export const weekdayNames = (days: readonly number[], locale: string): string => {
  const long = new Intl.DateTimeFormat(dateLocale(locale), { weekday: 'long', timeZone: 'UTC' });
  return new Intl.ListFormat(dateLocale(locale)).format(days.map((day) => long.format(new Date(Date.UTC(2026, 0, 5 + day)))));
};

/** Returns whether a device is in repair with an expected return date, or in its buffer time after a return. */
export const isAway = ({ state, away_until }: Pick<DeviceItem, 'state' | 'away_until'>): boolean =>
  away_until !== null && (state === 'repair' || (state === 'available' && away_until > today(new Date())));
