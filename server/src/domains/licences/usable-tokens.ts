/** Index tokens of media that a user can open or borrow now (docs/behaviour/search.md#scopes). */
import { isStudent, isTeacher } from '@fundus/contract/access';
import type { FrontendConfig } from '@fundus/contract/config';
import { isKindLent } from '@fundus/contract/lending/lent-types';
import type { PhysicalKind } from '@fundus/contract/reference/media-types';
import type { SignedIn } from '../../visitors/signed-in.ts';
import { DRAFTS, EVERYONE, giversTokens, personTokens, recordTokens, STAFF, stateOf, tokensOf } from './active.ts';
import type { Item, LicenceTerms, LicenceVisibility } from './active.ts';

/** Kinds of physical media, which are lent instead of opened. */
const KINDS: readonly PhysicalKind[] = ['device', 'carrier'];

/** A lending point that lends a medium, possibly only to teachers. */
type LendingPlace = { point: string; teachers_only: boolean };

/** Ways to use a medium: whether it opens on a screen, and its kind and lending points if it is physical. */
export type MediumUse = { opens: boolean; kind: PhysicalKind | null; lent: readonly LendingPlace[] };

/** Returns the index token of users who can use a medium now, derived from their visibility token. */
const usableToken = (token: string): string => `use:${token}`;
const askedToken = (token: string, kind: PhysicalKind): string => `use:${token}@${kind}`;
const lentToken = (token: string, kind: PhysicalKind, { point, teachers_only }: LendingPlace): string =>
  `${askedToken(token, kind)}:${point}${teachers_only ? STAFF : ''}`;

/** Returns the visibility tokens of users who can use a medium now and of users who can claim a seat. */
function tokensOfUsers(item: Item, licences: readonly LicenceVisibility[], day: string, terms: LicenceTerms): string[] {
  if (item.own || item.draft_of !== null) return recordTokens(item, licences, day, terms).filter((token) => token !== DRAFTS);
  const tokens = licences.flatMap((licence) => {
    if (licence.hidden || !['active', 'expiring'].includes(stateOf(licence, day, terms))) return [];
    const givers = new Set(giversTokens(licence));
    return tokensOf(licence, day, terms).filter((token) => !givers.has(token));
  });
  return [...new Set([...(item.free ? [EVERYONE] : []), ...tokens])];
}

/**
 * Returns additional index tokens of a medium that can be used. Ended licences and licences only for learners add no token for staff. A physical
 * medium gets a token for each point that lends it, and one for users without a point, who have to ask.
 */
export function usableTokens(
  item: Item,
  { opens, kind, lent }: MediumUse,
  licences: readonly LicenceVisibility[],
  day: string,
  terms: LicenceTerms,
): string[] {
  const tokens = tokensOfUsers(item, licences, day, terms);
  return [
    ...(opens ? tokens.map(usableToken) : []),
    ...(kind ? tokens.flatMap((token) => [askedToken(token, kind), ...lent.map((place) => lentToken(token, kind, place))]) : []),
  ];
}

/**
 * Returns the tokens of media that the user can open or borrow now. Users of a lending point find the physical media that a point lends to them.
 * Other adults and guests find all physical media that are visible to them, because they can ask for them. Learners without a point find none.
 */
export function usablePersonTokens(user: SignedIn | null, config: Pick<FrontendConfig, 'GeraeteVerleih' | 'Verleih'>): string[] {
  const tokens = personTokens(user);
  // Media are lent regardless of seats, so that a user with many seats does not get many tokens.
  const common = tokens.filter((token) => !/^(licence|given):/.test(token));
  const physical = KINDS.flatMap((kind) => {
    const points = user && isKindLent(config, kind) ? user.lends_at : [];
    if (points.length === 0) return user && isStudent(user) ? [] : common.map((token) => askedToken(token, kind));
    const places = points.flatMap((point) =>
      [false, ...(isTeacher(user!) ? [true] : [])].map((teachers_only) => ({ point, teachers_only })),
    );
    return common.flatMap((token) => places.map((place) => lentToken(token, kind, place)));
  });
  return [...tokens.map(usableToken), ...physical];
}
