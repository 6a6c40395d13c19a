/** Who may know of a medium, what they have of it, and who may wish it. Pure. */
import { today } from '@fundus/contract/days';
import { mediaType } from '@fundus/contract/reference/media-types';
import type { Ctx, SignedIn } from '../../http/context.ts';
import { holdingOf, isStaff, personTokens, recordTokens, termsOf, type Holding } from '../licences/index.ts';
import type { Scope } from './filters.ts';
import type { CardRow } from './repository.ts';

type Asking = Pick<Ctx, 'user' | 'now' | 'config'>;

/** Where the whole holdings may be looked through, everybody may know of everything; otherwise of what there is for them. */
export const knownScope = ({ config }: Pick<Ctx, 'config'>): Scope => (config.Katalog ? 'holdings' : 'media');

/** Whether the medium stands in a scope for the person. */
export function isIn(ctx: Asking, scope: Scope, row: CardRow): boolean {
  if (scope === 'holdings') return true;
  const mine = new Set(personTokens(ctx.user));
  return recordTokens(row, row.licences, today(ctx.now), termsOf(ctx.config)).some((token) => mine.has(token));
}

/** What the person has of it today. With a learner code a file is had only where a class of the code was `given` it to download (docs/behaviour/classes.md#media-of-a-class). */
export function holding({ user, now, config }: Asking, row: CardRow, given = false): Holding {
  const held = holdingOf(user, row, row.licences, today(now), termsOf(config));
  return held.rights && user?.by_code && !given ? { ...held, rights: { ...held.rights, download: false } } : held;
}

/** Whether the person may wish media at all. Without a school there is nobody to decide; the district enters licences itself. */
export const wishesMedia = (user: SignedIn | null): boolean => user !== null && isStaff(user) && user.school_id !== null;

/** What one may know of and does not have may be wished (docs/behaviour/library.md#wishes); what stands on a shelf is lent instead. */
export const mayWish = (ctx: Asking, row: CardRow, held: Holding = holding(ctx, row)): boolean =>
  wishesMedia(ctx.user) && !held.active && mediaType(row.fn_typ).carrier === 'online' && isIn(ctx, knownScope(ctx), row);
