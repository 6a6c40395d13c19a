/** Counts uses of media without storing who used them (docs/behaviour/uses.md#what-counts). */
import { shiftDay, shiftMonths, today } from '@fundus/contract/days';
import type { Db } from '../../db/open.ts';
import type { Ctx } from '../../http/context.ts';
import { removeOldMisses } from './miss-repository.ts';
import { addMonth, addToClasses, addUse, removeOldSums, removeOldSigns, claimKeys } from './repository.ts';
import { keyedHash } from '../../secrets/sealed.ts';

/** Number of displayed months, including the current one. One more month is stored for the last report. */
export const MONTHS_SHOWN = 12;
/** Number of base64 characters in a key, which amounts to 132 bits. */
const SIGN_LENGTH = 22;

/** A user or a learner code. */
type Using = { id: string; school_id: string | null };

/** Returns a keyed hash from which a user cannot be identified. */
export const hashUsage = (secret: string, purpose: 'media-use' | 'search-miss', ...of: string[]): string =>
  keyedHash(secret, purpose, of.join(' ')).slice(0, SIGN_LENGTH);

/** Returns the last day of the month. */
export const lastDayOfMonth = (day: string): string => shiftDay(`${shiftMonths(day, 1).slice(0, 7)}-01`, -1);

/** Counts a use once per user, medium and day. Also counts the user once per month for their school and their classes. */
export async function countUse({ db, secret, now }: Pick<Ctx, 'db' | 'secret' | 'now'>, by: Using, identifier: string): Promise<void> {
  if (by.school_id === null) return;
  const day = today(now);
  const month = day.slice(0, 7);
  const sign = (...of: string[]): string => hashUsage(secret, 'media-use', ...of);
  const ofDay = sign(day, by.id, identifier);
  const [ofMedium, ofMonth, ofClasses] = [sign(month, by.id, identifier), sign(month, by.id), sign(month, by.id, 'of classes')];
  const fresh = await claimKeys(db, { ofDay, day, ofMedium, ofMonth, ofClasses, lastDay: lastDayOfMonth(day) });
  if (!fresh.has(ofDay)) return;
  await addUse(db, { school_id: by.school_id, month, identifier, uses: 1, people: fresh.has(ofMedium) ? 1 : 0 });
  if (fresh.has(ofMonth)) await addMonth(db, { school_id: by.school_id, month, people: 1 });
  if (fresh.has(ofClasses)) await addToClasses(db, { id: by.id, school_id: by.school_id, month });
}

/** Removes keys after their day or month has ended, and sums that are no longer displayed. */
export async function deleteOldUses(db: Db, now: Date): Promise<void> {
  const day = today(now);
  await removeOldSigns(db, day);
  const first = shiftMonths(`${day.slice(0, 7)}-01`, -MONTHS_SHOWN).slice(0, 7);
  await removeOldSums(db, first);
  await removeOldMisses(db, first);
}
