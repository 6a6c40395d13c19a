/** Returns a medium with all data of its page. */
import type { MediaDetail, MediaItem, SearchScope } from '@fundus/contract/catalogue/catalogue';
import { firstPicture, type FirstPicture } from '@fundus/contract/catalogue/first-picture';
import { today } from '@fundus/contract/days';
import { AppError } from '@fundus/contract/errors';
import { hasTags } from '@fundus/contract/markup';
import { physicalKind, type PhysicalKind } from '@fundus/contract/reference/media-types';
import { subjectAncestors } from '@fundus/contract/reference/subjects';
import { traitsOf } from '@fundus/contract/portal-types';
import type { Db } from '../../db/open.ts';
import type { Ctx, Portal } from '../../http/context.ts';
import { JsonText } from '../../http/bodies/json-text.ts';
import { cleanRichText } from '../../rich-text/rich-text.ts';
import { isInList } from '../../visitors/linked-repository.ts';
import { readLinked } from '../../visitors/linked.ts';
import { isOfVisit } from '../../visitors/lti-repository.ts';
import { readVisit } from '../../visitors/lti-visit.ts';
import { readTicketPlace } from '../../visitors/place.ts';
import { readVisitor } from '../../visitors/repository.ts';
import { presentFiles, type ContentRightRequest } from '../files/index.ts';
import { isStaff, mayAnswers, personTokens, usablePersonTokens, type Entitlement } from '../licences/index.ts';
import { mayEditMedium } from '../../visitors/edit-rights.ts';
import { findOwnMaterial } from '../../visitors/own-material-repository.ts';
import { presentOwnership } from './present-own.ts';
import { findBookmarkedBy, findCachedRows } from './cards.ts';
import { entitlementFor, isVisibleIn, isPrivate, visibleScope, mayShowByLink, mayShowInPlatform, type AccessContext } from './policy.ts';
import { findRemaining } from './ingest/merged-repository.ts';
import { canBeUsed, pageDisplay, presentItem } from './present.ts';
import { findPageRow, findVersions } from './page-repository.ts';
import { findCards, findPosition, isGivenForDownload, type CardRow } from './repository.ts';
import { withSearchErrors } from './search/search-errors.ts';
import { facetLabel, writeItems } from './search/search.ts';

/** Returns the first picture of a medium that an anonymous visitor sees, or `null` if the medium is hidden from them or has no picture. */
export async function findFirstPicture(portal: Portal<'contentUrl'>, scope: SearchScope, identifier: string): Promise<FirstPicture | null> {
  const ctx = { ...portal, user: null, now: portal.now() };
  const page = await readPage(ctx, identifier);
  if (!page || !isVisibleIn(ctx, scope, page.row) || guestsMustSignIn(ctx, scope)) return null;
  const item = presentItem(ctx, page.row, false, await readEntitlement(ctx, page.row));
  return firstPicture({ ...item, files: item.can.play ? presentFiles(ctx, page.row.files) : [] });
}

/** Returns a medium. Throws `not_found` if the user may not see it. The identifier of a merged medium returns the medium that it became part of. */
export async function readMedium(ctx: Ctx<'contentUrl'>, scope: SearchScope, asked: string): Promise<MediaDetail> {
  const { row, versions, labels, text_html } = requireVisible(ctx, scope, await readPage(ctx, asked));
  const { identifier, files, sequences } = row;
  const entitlement = await readEntitlement(ctx, row);
  const [position, bookmarked, own] = await Promise.all([
    ctx.user ? findPosition(ctx.db, ctx.user.id, identifier) : undefined,
    findBookmarkedBy(ctx, [identifier]),
    row.own ? presentOwnership(ctx, identifier) : null,
  ]);
  const item = presentItem(ctx, row, bookmarked.has(identifier), entitlement);
  return {
    ...item,
    display: pageDisplay(row),
    fn_text: row.fn_text,
    fn_schlag: row.fn_schlag,
    labels,
    text_html,
    ...{ isbn: row.isbn, ean: row.ean, doi: row.doi },
    rights_note: row.rights_note,
    rights: entitlement.rights,
    files: item.can.play ? presentFiles(ctx, files, { download: item.can.download }) : [],
    sequences: ctx.config.DisableSequences ? [] : sequences,
    versions,
    own,
    may: mayAnswers(entitlement, {
      free: row.free || own !== null,
      download: item.can.download,
      note: own?.rights?.licence ?? row.rights_note,
      form: formOf(row),
      opens: canBeUsed(row),
      ours: own !== null && own.can.edit && own.rights?.source !== 'permission' && own.rights?.source !== 'open',
      gives: ctx.user !== null && isStaff(ctx.user) && ctx.user.school_id !== null,
    }),
    position: position?.position ?? null,
  };
}

/** Returns the form in which a medium is delivered: online, or on a carrier. */
const formOf = ({ fn_typ }: Pick<CardRow, 'fn_typ'>): 'online' | PhysicalKind => physicalKind(fn_typ) ?? 'online';

/** Returns whether the files of a medium may be opened, saved or edited now. Checked at each request. */
export async function mayOpenFiles(portal: Portal, asked: ContentRightRequest): Promise<boolean | 'once'> {
  const { use, by, identifier } = asked;
  const now = portal.now();
  const user = by === null ? null : ((await readVisitor(portal.db, by, now)) ?? undefined);
  if (user === undefined)
    return (await mayOpenByLink(portal, asked, now)) || (await mayOpenByTicket(portal, asked, now)) || mayOpenOnVisit(portal, asked, now);
  if (use === 'edit') return user !== null && mayEditMedium(user, await findOwnMaterial(portal.db, identifier));
  const [row] = await findCards(portal.db, [identifier]);
  if (!row) return false;
  const ctx = { ...portal, user, now };
  const { can } = presentItem(ctx, row, false, await readEntitlement(ctx, row));
  return use === 'save' ? can.download : can.play;
}

/** Returns whether a share link gives access to the medium, which must be in its list while the link is valid. Checked at each request. */
async function mayOpenByLink(portal: Portal, { use, by, identifier }: ContentRightRequest, now: Date): Promise<false | 'once'> {
  const linked = use === 'open' && by !== null ? await readLinked(portal.db, { session_id: by }, now) : undefined;
  if (!linked || !(await isInList(portal.db, linked.list_id, identifier, linked.kind === 'link'))) return false;
  const [row] = await findCards(portal.db, [identifier]);
  return row && mayShowByLink({ ...portal, now }, linked, row) ? 'once' : false;
}

/**
 * Returns whether a ticket of a program of a school gives access to its medium. It is valid for half an hour while the school may use the medium
 * (docs/operate/exchange.md#arix).
 */
async function mayOpenByTicket(portal: Portal, { use, by, identifier }: ContentRightRequest, now: Date): Promise<false | 'once'> {
  const user = use === 'open' && by !== null ? await readTicketPlace(portal.db, by, identifier, now) : undefined;
  if (user === undefined) return false;
  const [row] = await findCards(portal.db, [identifier]);
  const rights = row && entitlementFor({ ...portal, user, now }, row).rights;
  return rights?.stream && rights.lms_embed ? 'once' : false;
}

/** Returns whether a visit from a learning platform gives access to the medium for which it was created. Checked at each request. */
async function mayOpenOnVisit(portal: Portal, { use, by, identifier }: ContentRightRequest, now: Date): Promise<false | 'once'> {
  const visit = use === 'open' && by !== null ? await readVisit(portal.db, { id: by }, now) : undefined;
  if (!visit || !(await isOfVisit(portal.db, visit, identifier, now))) return false;
  const [row] = await findCards(portal.db, [identifier]);
  return row && mayShowInPlatform({ ...portal, now, user: visit.user }, row) ? 'once' : false;
}

const readEntitlement = async (ctx: AccessContext & Pick<Ctx, 'db'>, row: CardRow): Promise<Entitlement> =>
  entitlementFor(ctx, row, Boolean(ctx.user?.by_code) && (await isGivenForDownload(ctx.db, ctx.user!, row.identifier, today(ctx.now))));

/**
 * Returns `found` if the user may see it in the scope. Throws `login_required` if a sign-in is missing, `licence_missing` if the user may know of the
 * medium but has no licence, and otherwise `not_found`.
 */
function requireVisible<Found extends { row: CardRow }>(ctx: Ctx, scope: SearchScope, found: Found | undefined): Found {
  if (guestsMustSignIn(ctx, scope)) throw new AppError('login_required');
  if (!found) throw new AppError('not_found');
  if (isVisibleIn(ctx, scope, found.row)) return found;
  if (!ctx.user) throw new AppError('login_required');
  // If the whole catalogue is public, the existence of a medium is not confidential (docs/behaviour/catalogue.md#who-sees-a-medium).
  throw new AppError(ctx.config.Katalog && !isPrivate(found.row) ? 'licence_missing' : 'not_found');
}

const guestsMustSignIn = ({ user, config }: Pick<Ctx, 'user' | 'config'>, scope: SearchScope): boolean =>
  !user && scope === 'search' && !config.SearchNotLoggedIn && !traitsOf(config).mediaCentre;

/** Returns the part of the page that is the same for all visitors. A merged medium returns the page of the medium that it became part of. */
async function readPage(ctx: Pick<Ctx, 'db'>, identifier: string): Promise<Page | undefined> {
  const page = await makePage(ctx.db, identifier);
  if (page) return page;
  const standing = (await findRemaining(ctx.db, [identifier])).get(identifier);
  return standing === undefined ? undefined : makePage(ctx.db, standing);
}

type Page = NonNullable<Awaited<ReturnType<typeof makePage>>>;

async function makePage(db: Db, identifier: string) {
  const row = await findPageRow(db, identifier);
  return row && { row, versions: await findVersions(db, row), labels: labelsOf(row), text_html: cleanHtml(row.fn_text) };
}

/** Returns the row of a medium that the user may know of. Throws the same errors as the page of the medium. */
export async function requireKnownRow(ctx: Ctx, identifier: string): Promise<CardRow> {
  const [row] = await findCards(ctx.db, [identifier]);
  return requireVisible(ctx, visibleScope(ctx), row && { row }).row;
}

/** Returns similar media as JSON. If the user can use none of them, all similar media are returned. Never older than the index. */
export async function readSimilar(ctx: Ctx<'search' | 'storage'>, identifier: string): Promise<JsonText<{ items: MediaItem[] }>> {
  const row = (await findCachedRows(ctx, [identifier])).get(identifier);
  requireVisible(ctx, visibleScope(ctx), row && { row });
  const find = (visible: string[]) => withSearchErrors(() => ctx.search.similar({ id: identifier, visible, limit: 8 }));
  const usable = await find(usablePersonTokens(ctx.user, ctx.config));
  const hits = usable.length > 0 ? usable : await find(personTokens(ctx.user));
  return new JsonText(`{"items":${await writeItems(ctx, hits)}}`);
}

function labelsOf(row: CardRow): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const code of row.fn_geb) for (const each of [...subjectAncestors(code), code]) labels[each] = facetLabel('fn_geb', each);
  for (const code of row.fn_sprache) labels[code] = facetLabel('fn_sprache', code);
  for (const code of row.fn_adressat) labels[code] = facetLabel('fn_adressat', code);
  labels[row.fn_typ] = facetLabel('fn_typ', row.fn_typ);
  return labels;
}

/** Returns the text as sanitized HTML (docs/behaviour/common.md#rich-text), or `null` if it has no markup. */
function cleanHtml(text: string): string | null {
  if (!hasTags(text)) return null;
  return cleanRichText(text) || null;
}
