/** A medium as one person sees it. */
import type { MediaItem, MediaRecord } from '@fundus/contract/catalogue/catalogue';
import { findMet, type ClassNeed } from '@fundus/contract/catalogue/meets';
import { today, DAY } from '@fundus/contract/days';
import { coverHref } from '@fundus/contract/files/files';
import { traitsOf } from '@fundus/contract/portal-types';
import type { Ctx } from '../../http/context.ts';
import { viewerOf } from '../files/index.ts';
import { type Entitlement } from '../licences/index.ts';
import { softHyphens } from './hyphens.ts';
import { entitlementFor, mayWish, type Asking } from './policy.ts';
import type { CardRow } from './repository.ts';

const NEW_DAYS = 14;

/** The item of a result list. */
export function presentItem(
  ctx: Asking,
  row: CardRow,
  bookmarked: boolean,
  entitlement: Entitlement = entitlementFor(ctx, row),
): MediaItem {
  const main = row.parts.find((part) => part.role === 'main');
  const viewer = findViewer(row);
  const age = (Date.parse(today(ctx.now)) - Date.parse(row.published)) / DAY;
  return {
    identifier: row.identifier,
    fn_nr: row.fn_nr,
    fn_titel: row.fn_titel,
    fn_kurztext: row.fn_kurztext,
    fn_text: row.fn_text,
    is_mediathek: entitlement.is_mediathek ?? row.is_mediathek,
    fn_geb: row.fn_geb,
    fn_sprache: row.fn_sprache,
    fn_typ: row.fn_typ,
    fn_adressat: row.fn_adressat,
    fn_schlag: row.fn_schlag,
    fn_prodname: row.fn_prodname,
    year: row.year,
    duration: row.duration,
    url: entitlement.rights ? row.url : null,
    recommended: row.recommended,
    published: row.published,
    new: age >= 0 && age <= NEW_DAYS,
    captions: row.parts.some((part) => part.role === 'caption'),
    meets: meetsOf(row),
    viewer,
    // Another service would learn of what is a school's own.
    cover: coverHref(row, row.own ? '' : ctx.config.CoverService),
    display: display(ctx, row),
    valid_to: entitlement.valid_to,
    remaining: entitlement.remaining,
    returns: entitlement.returns,
    active: entitlement.active,
    draft: row.draft_of !== null || row.own?.given === false,
    bookmarked,
    can: {
      play: entitlement.active && viewer !== 'none' && entitlement.rights?.stream === true,
      download: entitlement.active && main !== undefined && entitlement.rights?.download === true && traitsOf(ctx.config).downloads,
      bookmark: ctx.user !== null && !ctx.user.by_code,
      wish: mayWish(ctx, row, entitlement),
    },
  };
}

type WithParts = Pick<CardRow, 'parts' | 'url' | 'fn_sprache'>;

const findViewer = ({ parts, url }: WithParts): MediaItem['viewer'] => {
  const main = parts.find((part) => part.role === 'main');
  return main ? viewerOf(main.mime) : url ? 'link' : 'none';
};

/** The needs of classes it meets, on cards and in the index alike. */
export const meetsOf = (row: WithParts): ClassNeed[] =>
  findMet({ viewer: findViewer(row), roles: row.parts.map(({ role }) => role), languages: row.fn_sprache });

function display(ctx: Pick<Ctx, 'config'>, row: CardRow): MediaItem['display'] {
  const { title_field, subtitle_field } = ctx.config.cards;
  const german = row.fn_sprache.length === 0 || row.fn_sprache.some((code) => ['de', 's1', 'p1'].includes(code));
  const text = (field: keyof Pick<MediaRecord, 'fn_titel' | 'fn_kurztext' | 'fn_prodname'>) =>
    german ? softHyphens(row[field]) : row[field];
  return { title: text(title_field), subtitle: text(subtitle_field) };
}
