/** Texts about licences used by several screens. */
import type { AppError } from '@fundus/contract/errors';
import type { Licence, OwnLicence } from '@fundus/contract/licences/licences';
import { formatDate } from '../../i18n/format.ts';
import type { Translate } from '../../i18n/translate.ts';

/** Returns whether seats are assigned individually: to people, or by a district to its schools. */
export const hasAssignedSeats = ({ scope, owner }: Pick<Licence, 'scope' | 'owner'>): boolean =>
  scope === 'volume' || scope === 'single' || (scope === 'school' && owner.kind === 'district');

/** Returns "12 von 30 Plätzen vergeben", or only the number of assigned seats if it is unlimited. */
export function seatsText({ seats, taken }: Pick<Licence, 'seats' | 'taken'>, t: Translate): string {
  return seats === 0 ? t('licence.seats.unlimited', { count: taken }) : t('licence.seats.of', { taken, count: seats });
}

/** Returns the text for the end of a licence, or for its term if the term starts with the first seat. */
export function formatLicencePeriod(
  { valid_to, runtime, runtime_days }: Pick<Licence, 'valid_to' | 'runtime' | 'runtime_days'>,
  t: Translate,
  locale: string,
): string {
  if (valid_to) return t('library.until', { date: formatDate(valid_to, 'short', locale) });
  if (runtime === 'days') return t('licence.runtime.days.count', { count: runtime_days ?? 0 });
  return runtime === 'school_year' || runtime === 'publisher_year' ? t(`licence.runtime.${runtime}`) : t('library.until.open');
}

/** Returns the state of the user's own seat or the number of free seats, or `null` if the licence has none. */
export function ownSeatText({ scope, seat, remaining }: Pick<OwnLicence, 'scope' | 'seat' | 'remaining'>, t: Translate): string | null {
  if (seat) return t(`licence.own.${seat.state}`);
  // A licence for all users has no seats to count.
  if (remaining === false || (scope !== 'volume' && scope !== 'single')) return null;
  return t('licence.free', { count: remaining });
}

/** Returns the text of an error of a licence call, including the numbers in its details. */
export function licenceError(error: AppError, t: Translate): string {
  const { code, details = {} } = error;
  const number = (name: string): number => Number(details[name] ?? 0);
  if (code === 'no_seats_left')
    return number('free') > 0
      ? t('licence.error.fewSeats', { count: number('free'), wanted: number('wanted') })
      : t('licence.error.noSeats');
  if (code === 'too_many_members') return t('licence.error.members', { members: number('members'), seats: number('seats') });
  if (code === 'state_conflict' && error.field === 'seats') return t('licence.error.inUse');
  if (code === 'state_conflict' && error.field === 'mediaId') return t('licence.error.free');
  if (code === 'already_exists' && error.field === 'purchase_ref') return t('licence.error.entered');
  if (code === 'already_exists' && error.field === 'code') return t('licence.error.code');
  if (code === 'validation_failed' && error.field === 'seats' && details.taken !== undefined)
    return t('licence.error.fewerThanTaken', { count: number('taken') });
  if (code === 'expired') return t('licence.error.ended');
  if (code === 'not_available') return t('licence.error.notBegun');
  return t(`error.${code}`);
}
