/** Presents a medium to a user. */
import { MediaItem } from '@fundus/contract/catalogue/catalogue';
import type { z } from 'zod';
import { findMetNeeds, type ClassNeed } from '@fundus/contract/catalogue/meets';
import { today, DAY } from '@fundus/contract/days';
import { coverHref } from '@fundus/contract/files/files';
import { physicalKind } from '@fundus/contract/reference/media-types';
import { traitsOf } from '@fundus/contract/portal-types';
import type { Ctx } from '../../http/context.ts';
import { viewerOf } from '../files/index.ts';
import type { Entitlement, MediumUse } from '../licences/index.ts';
import { findBreaks } from './hyphens.ts';
import { entitlementFor, mayBorrow, mayWish, type AccessContext } from './policy.ts';
import type { CardRow } from './repository.ts';
import { isAuthor, isDraft, isPrivateDraft } from '../../visitors/own-material.ts';

const NEW_DAYS = 14;

/** Fields of a card that are the same for all users and days. */
const SharedPart = MediaItem.pick({
  ...{ identifier: true, fn_nr: true, fn_titel: true, fn_kurztext: true, fn_geb: true, fn_sprache: true, fn_typ: true, fn_adressat: true },
  ...{ fn_prodname: true, year: true, duration: true, recommended: true, published: true, captions: true, meets: true, viewer: true },
  ...{ cover: true, display: true },
});
type SharedPart = z.output<typeof SharedPart>;
const OwnPart = MediaItem.omit(SharedPart.keyof().enum as unknown as Record<keyof SharedPart, true>);
type OwnPart = z.output<typeof OwnPart>;

/** Returns a medium as an item of a result list. */
export const presentItem = (ctx: AccessContext, row: CardRow, bookmarked: boolean, entitlement?: Entitlement): MediaItem => ({
  ...presentShared(ctx, row),
  ...presentOwnPart(ctx, row, bookmarked, entitlement),
});

/** Columns from which the part of a card is derived that depends on user and day. */
type OwnRow = Pick<CardRow, (typeof OWN_FIELDS)[number]>;
const OWN_FIELDS = [
  ...(['identifier', 'free', 'is_mediathek', 'url', 'published', 'draft_of', 'own', 'licences', 'parts'] as const),
  ...(['fn_typ', 'fn_sprache', 'lent'] as const),
] as const;

/** A cached card. `shared` is the common part as JSON, `row` contains the columns for the individual part. */
export type WrittenCard = { shared: string; row: OwnRow };

export const writeCard = (ctx: Pick<Ctx, 'config'>, row: CardRow): WrittenCard => ({
  shared: JSON.stringify(SharedPart.parse(presentShared(ctx, row))),
  row: Object.fromEntries(OWN_FIELDS.map((field) => [field, row[field]])) as OwnRow,
});

/** Returns an item of a result list as JSON. `more` contains fields that depend on the list. */
export function writeItem(ctx: AccessContext, { shared, row }: WrittenCard, bookmarked: boolean, more: Partial<OwnPart>): string {
  const { url, ...own } = presentOwnPart(ctx, row, bookmarked);
  const { marked, reason, ...rest } = more;
  const json = `${shared.slice(0, -1)},"url":${JSON.stringify(url)},${writeOwn({ ...own, ...rest }).slice(1)}`;
  const words = { ...(marked && { marked }), ...(reason && { reason }) };
  return marked || reason ? `${json.slice(0, -1)},${JSON.stringify(words).slice(1)}` : json;
}

/** The individual part of a card without texts. Most media share a few values, so each value is serialized only once. */
const OwnKinds = OwnPart.omit({ url: true, marked: true, reason: true });
const ownTexts = new Map<string, string>();
const MAX_OWN_TEXTS = 2_000;

function writeOwn(own: z.input<typeof OwnKinds>): string {
  const ownJson = JSON.stringify(own);
  let text = ownTexts.get(ownJson);
  if (text === undefined) {
    text = JSON.stringify(OwnKinds.parse(own));
    if (ownTexts.size >= MAX_OWN_TEXTS) ownTexts.clear();
    ownTexts.set(ownJson, text);
  }
  return text;
}

function presentShared(ctx: Pick<Ctx, 'config'>, row: CardRow): SharedPart {
  return {
    identifier: row.identifier,
    fn_nr: row.fn_nr,
    fn_titel: row.fn_titel,
    fn_kurztext: row.fn_kurztext,
    fn_geb: row.fn_geb,
    fn_sprache: row.fn_sprache,
    fn_typ: row.fn_typ,
    fn_adressat: row.fn_adressat,
    fn_prodname: row.fn_prodname,
    year: row.year,
    duration: row.duration,
    recommended: row.recommended,
    published: row.published,
    captions: row.parts.some((part) => part.role === 'caption'),
    meets: meetsOf(row),
    viewer: findViewer(row),
    // Identifiers of own material are not sent to the cover service.
    cover: coverHref(row, row.own ? '' : ctx.config.CoverService),
    display: display(ctx, row),
  };
}

/** Returns the part of a card that depends on user and day. */
function presentOwnPart(
  ctx: AccessContext,
  row: OwnRow,
  bookmarked: boolean,
  entitlement: Entitlement = entitlementFor(ctx, row),
): OwnPart {
  const main = row.parts.find((part) => part.role === 'main');
  const age = (Date.parse(today(ctx.now)) - Date.parse(row.published)) / DAY;
  return {
    is_mediathek: entitlement.is_mediathek ?? row.is_mediathek,
    url: entitlement.rights ? row.url : null,
    new: age >= 0 && age <= NEW_DAYS,
    valid_to: entitlement.valid_to,
    remaining: entitlement.remaining,
    returns: entitlement.returns,
    active: entitlement.active,
    ...(isFull(entitlement) && { full: true }),
    draft: row.draft_of !== null || isPrivateDraft(row.own),
    ...(isDraft(row.own) && isAuthor(ctx.user, row.own) && { limited: true }),
    bookmarked,
    can: {
      play: entitlement.active && findViewer(row) !== 'none' && entitlement.rights?.stream === true,
      download: entitlement.active && main !== undefined && entitlement.rights?.download === true && traitsOf(ctx.config).downloads,
      bookmark: ctx.user !== null && !ctx.user.by_code,
      wish: mayWish(ctx, row, entitlement),
      borrow: mayBorrow(ctx, row),
    },
  };
}

/** Returns whether all seats are taken. Without a licence there are no seats, and `is_mediathek` is `null`. */
const isFull = ({ active, remaining, is_mediathek }: Entitlement): boolean => !active && remaining === 0 && is_mediathek !== null;

type WithParts = Pick<CardRow, 'parts' | 'url' | 'fn_sprache'>;

/** Returns whether the medium can be opened on a screen or borrowed. */
export const canBeUsed = (row: WithParts & Pick<CardRow, 'fn_typ'>): boolean =>
  findViewer(row) !== 'none' || physicalKind(row.fn_typ) !== null;

/** Returns the ways to use the medium, for the index. */
export const usesOf = (row: WithParts & Pick<CardRow, 'fn_typ' | 'lent'>): MediumUse => ({
  opens: findViewer(row) !== 'none',
  kind: physicalKind(row.fn_typ),
  lent: row.lent,
});

const findViewer = ({ parts, url }: WithParts): MediaItem['viewer'] => {
  const main = parts.find((part) => part.role === 'main');
  return main ? viewerOf(main.mime) : url ? 'link' : 'none';
};

/** Returns the needs of classes that a medium meets. Used for cards and the index. */
export const meetsOf = (row: WithParts): ClassNeed[] =>
  findMetNeeds({ viewer: findViewer(row), roles: row.parts.map(({ role }) => role), languages: row.fn_sprache });

/** Returns the title and subtitle with soft hyphens. They are computed if the hourly routine has not stored them yet. */
function display({ config }: Pick<Ctx, 'config'>, row: CardRow): MediaItem['display'] {
  const { title_field, subtitle_field } = config.cards;
  const breaks = row.breaks ?? findBreaks(row);
  return { title: breaks[title_field] ?? row[title_field], subtitle: breaks[subtitle_field] ?? row[subtitle_field] };
}

/** Returns the title and subtitle for the page of the medium, which always shows the title of the medium itself. */
export function pageDisplay(row: CardRow): MediaItem['display'] {
  const { fn_titel = row.fn_titel, fn_kurztext = row.fn_kurztext } = row.breaks ?? findBreaks(row);
  return { title: fn_titel, subtitle: fn_kurztext };
}
