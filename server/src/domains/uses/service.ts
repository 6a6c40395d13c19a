/** Counting what is used, without keeping by whom (docs/behaviour/uses.md#what-counts). */
import { shiftDay, shiftMonths, today } from '@fundus/contract/days';
import type { Db } from '../../db/open.ts';
import type { Ctx } from '../../http/context.ts';
import { removeOldMisses } from './miss-repository.ts';
import { addMonth, addToClasses, addUse, removeOldSums, removeOldSigns, claimKeys } from './repository.ts';
import { keyedHash } from '../../secrets/sealed.ts';

/** As many months are told, the one that runs with them; one more stays, for the report of the one before. */
export const MONTHS_SHOWN = 12;
/** Characters of a sign: 132 bits are nobody else's. */
const SIGN_LENGTH = 22;

/** A person, or a learner code. */
type Using = { id: string; school_id: string | null };

/** A keyed hash that leads to nobody. */
export const hashOf = (secret: string, purpose: 'media-use' | 'search-miss', ...of: string[]): string =>
  keyedHash(secret, purpose, of.join(' ')).slice(0, SIGN_LENGTH);

/** The last day of the month a day is in. */
export const lastOfMonth = (day: string): string => shiftDay(`${shiftMonths(day, 1).slice(0, 7)}-01`, -1);

/**
 * Somebody of a school opened or downloaded a medium: once a day, and one more of its people once a month, and of those of their classes. Whoever
 * changes school or class counts where they were first. In a transaction, as its last step: a whole class that begins at once waits here for each other, and for nothing else.
 */
export async function countUse({ db, secret, now }: Pick<Ctx, 'db' | 'secret' | 'now'>, by: Using, identifier: string): Promise<void> {
  if (by.school_id === null) return;
  const day = today(now);
  const month = day.slice(0, 7);
  const sign = (...of: string[]): string => hashOf(secret, 'media-use', ...of);
  const ofDay = sign(day, by.id, identifier);
  const [ofMedium, ofMonth, ofClasses] = [sign(month, by.id, identifier), sign(month, by.id), sign(month, by.id, 'of classes')];
  const fresh = await claimKeys(db, { ofDay, day, ofMedium, ofMonth, ofClasses, lastDay: lastOfMonth(day) });
  if (!fresh.has(ofDay)) return;
  await addUse(db, { school_id: by.school_id, month, identifier, uses: 1, people: fresh.has(ofMedium) ? 1 : 0 });
  if (fresh.has(ofMonth)) await addMonth(db, { school_id: by.school_id, month, people: 1 });
  if (fresh.has(ofClasses)) await addToClasses(db, { id: by.id, school_id: by.school_id, month });
}

/** When a day or a month is over nothing leads from its sums to anybody; sums go when no chart and no report tells them any more. */
export async function forgetOldUses(db: Db, now: Date): Promise<void> {
  const day = today(now);
  await removeOldSigns(db, day);
  const first = shiftMonths(`${day.slice(0, 7)}-01`, -MONTHS_SHOWN).slice(0, 7);
  await removeOldSums(db, first);
  await removeOldMisses(db, first);
}
