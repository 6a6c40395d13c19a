/** How near a title is to the query, as a factor: the thing itself first, then what is named after it, then the rest. */
import { allowedEdits, letterDistance } from './typos.ts';

/** The most there is: for a title that is the query but for its ending, a slip where these are allowed for, or one compound of it (`Der Wasserkreislauf` for `Wasser`). */
export const NEAR_TITLE = 2;
/** For a title that begins with the query; more, the more of the title the query is. */
export const BEGINS = 1.5;
export const WHOLE = 0.5;
/** For a title that goes on after a compound: `Wasserkraft im Alltag`. */
export const BEGINS_WITHIN = 1.2;
export const ENDINGS: readonly string[] = ['e', 'n', 's', 'en', 'er', 'es', 'em', 'ern', 'nen', 'se'];
/** Letters by which a near title and the query differ in length at most. */
export const MAX_ENDING = 3;
/** Shorter words with an ending are other words (`Ei`, `Eis`). */
export const MIN = 4;

/** Both as sorting keys without their article. */
export function titleFactor(title: string, query: string, slips: boolean): number {
  if (Math.abs(title.length - query.length) <= MAX_ENDING && isNear(title, query, slips)) return NEAR_TITLE;
  if (!title.startsWith(query)) return 1;
  if (title[query.length] === ' ') return BEGINS + (WHOLE * query.length) / title.length;
  return title.includes(' ', query.length) ? BEGINS_WITHIN : NEAR_TITLE;
}

function isNear(title: string, query: string, slips: boolean): boolean {
  const [short, long] = title.length < query.length ? [title, query] : [query, title];
  if (short === long) return true;
  if (short.length >= MIN && long.startsWith(short) && ENDINGS.includes(long.slice(short.length))) return true;
  const most = allowedEdits(query.length);
  return slips && letterDistance(query, title, most) <= most;
}
