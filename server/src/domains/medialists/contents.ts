/** Contents of a media list as the visitor sees them (docs/behaviour/medialists.md#what-can-be-opened). */
import { clampToDuration, fitsDuration } from '@fundus/contract/catalogue/excerpts';
import { today } from '@fundus/contract/days';
import { coverHref } from '@fundus/contract/files/files';
import type { ListItem } from '@fundus/contract/medialists/items';
import type { LinkedItem } from '@fundus/contract/medialists/links';
import { MEDIUM_KINDS, type Availability, type Medialist } from '@fundus/contract/medialists/medialists';
import type { UserCtx } from '../../http/context.ts';
import {
  entitlementFor,
  findBookmarkedBy,
  isVisibleIn,
  visibleScope,
  presentItem,
  readGivenByLists,
  type CardRow,
} from '../catalogue/index.ts';
import { listLearners, rightsOf, withDrafts } from '../classes/index.ts';
import { stateOf as licenceStateOf, licenceTerms } from '../licences/index.ts';
import type { ItemRow } from './item-repository.ts';
import { isColleague, listPermissions } from './policy.ts';
import type { ListRow } from './repository.ts';
import type { SignedIn } from '../../visitors/signed-in.ts';

/** A list as seen by the visitor. */
export type View = {
  learns: boolean;
  seesNotes: boolean;
  /** Returns whether the existence of the medium may be revealed to the visitor. */
  isKnown: (card: CardRow | undefined) => boolean;
  /** Returns the availability of a medium, or of the part that ends at `end_s`. */
  availabilityOf: (card: CardRow | undefined, end_s: number | null) => Availability;
  coverOf: (card: CardRow) => string;
  mayDownload: boolean;
};

type School = { school_id: string; school_name: string; district_id: string };

/** Returns the school whose learners use the list. Falls back to the visitor's school if the list belongs to no school. */
export const schoolOf = (user: SignedIn, row: Pick<ListRow, 'school_id' | 'school_name' | 'school_district'>): School | null => {
  if (row.school_id !== null && row.school_district !== null)
    return { school_id: row.school_id, school_name: row.school_name ?? '', district_id: row.school_district };
  if (user.school_id === null || user.district_id === null) return null;
  return { school_id: user.school_id, school_name: user.schulname ?? '', district_id: user.district_id };
};

/** Returns a representative learner of each list's school, by list id. Empty if the visitor is a learner. */
export async function readLearners(
  ctx: UserCtx,
  rows: readonly ListRow[],
  cards: ReadonlyMap<string, CardRow>,
): Promise<ReadonlyMap<string, SignedIn>> {
  const schools = isColleague(ctx.user) ? rows.flatMap((row) => schoolOf(ctx.user, row) ?? []) : [];
  if (schools.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const [learners, given] = await Promise.all([listLearners(ctx.db, schools), readGivenByLists(ctx.db, cards, ids)]);
  return new Map(
    rows.flatMap((row) => {
      const learner = learners.get(schoolOf(ctx.user, row)?.school_id ?? '');
      return learner ? [[row.id, withDrafts(learner, given.get(row.id))] as const] : [];
    }),
  );
}

export function makeView(ctx: UserCtx, row: ListRow, learners: ReadonlyMap<string, SignedIn>): View {
  const { user, now, config } = ctx;
  const learns = !isColleague(user);
  const learner = learners.get(row.id);
  const can = listPermissions(user, row);
  const edits = can.editItems || can.release;
  const day = today(now);
  const isKnown = (card: CardRow | undefined): boolean => card !== undefined && isVisibleIn(ctx, visibleScope(ctx), card);
  return {
    learns,
    seesNotes: !learns,
    isKnown,
    mayDownload: row.may_download,
    coverOf: (card) => coverHref(card, config.CoverService),
    availabilityOf: (card, end_s) => {
      if (card === undefined || (end_s !== null && !fitsDuration({ start_s: 0, end_s }, card.duration))) return 'removed';
      if (rightsOf(ctx, user, card) !== null)
        return learner && edits && rightsOf(ctx, learner, card) === null ? 'not_for_learners' : 'playable';
      const own = card.licences.filter((licence) => licence.school_id === null || licence.school_id === user.school_id);
      const ended = own.some((licence) => ['grace', 'expired'].includes(licenceStateOf(licence, day, licenceTerms(config))));
      return ended && isKnown(card) ? 'licence_expired' : 'no_licence';
    },
  };
}

const isMedium = (row: ItemRow): boolean => (MEDIUM_KINDS as readonly string[]).includes(row.kind);

/**
 * Returns the items of a list. Learners get only items that are visible to learners and playable. `left_out` is the number of other visible items.
 */
export async function presentContents(
  ctx: UserCtx,
  view: View,
  rows: readonly ItemRow[],
  cards: ReadonlyMap<string, CardRow>,
): Promise<Pick<Medialist, 'contents' | 'left_out' | 'duration'>> {
  const identifiers = [...new Set(rows.flatMap((row) => row.identifier ?? []))];
  const bookmarked = await findBookmarkedBy(ctx, identifiers);
  const all = rows.map((row) => presentListItem(ctx, view, row, { card: cards.get(row.identifier ?? ''), bookmarked }));
  const meant = view.learns ? all.filter((item) => item.visible_to_learners) : all;
  const contents = view.learns ? meant.filter((item) => item.availability === 'playable') : meant;
  const duration = contents.reduce((sum, { item, start_s, end_s }) => sum + (end_s === null ? (item?.duration ?? 0) : end_s - start_s!), 0);
  return { contents, left_out: meant.length - contents.length, duration: Math.round(duration) };
}

function presentListItem(
  ctx: UserCtx,
  view: View,
  row: ItemRow,
  { card, bookmarked }: { card: CardRow | undefined; bookmarked: ReadonlySet<string> },
): ListItem {
  const known = view.isKnown(card);
  const part =
    row.start_s === null || row.end_s === null ? null : clampToDuration({ start_s: row.start_s, end_s: row.end_s }, card?.duration ?? null);
  return {
    id: row.id,
    kind: row.kind,
    identifier: row.identifier,
    item: card && known ? presentItem(ctx, card, bookmarked.has(card.identifier), entitlementFor(ctx, card, view.mayDownload)) : null,
    title: row.kind === 'sequence' || !card || !known ? row.title : card.fn_titel,
    start_s: part?.start_s ?? null,
    end_s: part?.end_s ?? null,
    url: row.url,
    body: row.body,
    note_teacher: view.seesNotes ? row.note_teacher : '',
    note_learner: row.note_learner,
    visible_to_learners: row.visible_to_learners,
    availability: isMedium(row) ? view.availabilityOf(card, row.end_s) : 'playable',
    version: row.version,
    added_by: view.learns ? '' : row.added_by,
    added_at: row.added_at.toISOString(),
  };
}

/** Returns an item for a share link. Items whose medium may not be shown display their stored title. */
export const presentLinkedItem = (row: ItemRow, view: View, whole: boolean, card: CardRow | undefined): LinkedItem => ({
  id: row.id,
  kind: row.kind,
  identifier: row.identifier,
  title: row.kind === 'sequence' || !card ? row.title : card.fn_titel,
  cover: card ? view.coverOf(card) : null,
  duration: row.start_s !== null && row.end_s !== null ? row.end_s - row.start_s : (card?.duration ?? null),
  start_s: row.start_s,
  end_s: row.end_s,
  url: row.url,
  body: row.body,
  note_teacher: whole ? row.note_teacher : '',
  note_learner: row.note_learner,
  visible_to_learners: row.visible_to_learners,
  available: row.identifier === null || card !== undefined,
});
