/** Displays, shares and changes the media of classes (docs/behaviour/classes.md#media-of-a-class). */
import { MAX_CLASS_MEDIA } from '@fundus/contract/classes/classes';
import { type ExcerptOf } from '@fundus/contract/catalogue/excerpts';
import type { classMedia, ClassMedium } from '@fundus/contract/classes/media';
import type { ClassSeats } from '@fundus/contract/licences/seats';
import { today } from '@fundus/contract/days';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid, notFound, rejectInvalidFields, type FieldProblem } from '@fundus/contract/errors';
import { classMediaKind } from '@fundus/contract/classes/media-kind';
import { recordAudit } from '../../../http/audit.ts';
import type { UserCtx } from '../../../http/context.ts';
import {
  findBookmarkedBy,
  buildCards,
  entitlementFor,
  grantDrafts,
  readGivenInClasses,
  requireGrantableDrafts,
  requireShareableExcerpts,
  findKnownCards,
  presentExcerpt,
  presentItem,
  type CardRow,
} from '../../catalogue/index.ts';
import { findEntry, storeMedia, listClassMedia, removeEntries, setEntry, setRanks, type EntryRow, type Terms } from './media-repository.ts';
import { isVisibleOn, teaches } from '../policy.ts';
import { answerQuestionsAbout } from './question-repository.ts';
import type { ClassRow } from '../repository.ts';
import { lockOwnClass, lockOwnClasses, auditScope, requireVisible, versionConflict } from '../service.ts';
import { listLearners, rightsOf, withDrafts } from './learner-media.ts';
import { readClassSeats } from '../../licences/index.ts';
import { assignSeatsToClasses } from './seats-on-sharing.ts';
import type { SignedIn } from '../../../visitors/signed-in.ts';

type Shown = {
  cards: ReadonlyMap<string, CardRow>;
  bookmarked: ReadonlySet<string>;
  learner: SignedIn | null;
  /** Seats of the class by medium, for the teachers of the class. */
  seats: ReadonlyMap<string, ClassSeats>;
  /** Drafts of own material that are shared with the class. */
  given: readonly string[];
};

const excerptOf = ({ excerpt_id, excerpt_title, start_s, end_s }: EntryRow, duration: number | null): ExcerptOf | null =>
  excerpt_id === null || excerpt_title === null || start_s === null || end_s === null
    ? null
    : presentExcerpt({ id: excerpt_id, title: excerpt_title, start_s, end_s }, duration);

/** Returns an entry. `learner` is `null` if the visitor is a learner, for whom the caller must omit entries they cannot use. */
export function presentEntry(ctx: UserCtx, entry: EntryRow, { cards, bookmarked, learner, seats, given }: Shown): ClassMedium {
  const row = cards.get(entry.identifier);
  const item = row ? presentItem(ctx, row, bookmarked.has(row.identifier), entitlementFor(ctx, row, entry.can_download)) : null;
  const open = rightsOf(ctx, withDrafts(learner, given) ?? ctx.user, row) !== null;
  const seated = (!open && seats.get(entry.identifier)) || null;
  const licensed = open || seated?.given === true;
  const excerpt = excerptOf(entry, row?.duration ?? null);
  const there = isVisibleOn(entry, today(ctx.now)) && !excerpt?.gone;
  return {
    id: entry.id,
    kind: entry.kind,
    identifier: entry.identifier,
    item,
    title: row?.fn_titel ?? entry.title,
    excerpt,
    note: entry.note,
    visible_from: entry.visible_from,
    visible_until: entry.visible_until,
    can_download: entry.can_download,
    shared_by: learner ? entry.shared_by : '',
    shared_at: entry.shared_at.toISOString(),
    state: !licensed ? (seated ? 'no_seats' : 'no_licence') : there ? 'shown' : 'hidden',
    seats: seated,
    version: entry.version,
  };
}

export async function readMedia(ctx: UserCtx<'search'>, id: string): Promise<Reply<typeof classMedia.media>> {
  const known = await requireVisible(ctx, id);
  const entries = await listClassMedia(ctx.db, [id]);
  const identifiers = entries.map((entry) => entry.identifier);
  const teaching = teaches(ctx.user, known);
  const [cards, bookmarked, learners] = await Promise.all([
    buildCards(ctx, identifiers),
    findBookmarkedBy(ctx, identifiers),
    teaching ? listLearners(ctx.db, [known]) : undefined,
  ]);
  const learner = learners?.get(known.school_id) ?? null;
  const seats = learner ? await readClassSeats(ctx, known, [...cards.values()]) : new Map<string, ClassSeats>();
  const given = learner ? ((await readGivenInClasses(ctx.db, cards, [id])).get(id) ?? []) : [];
  const items = entries.map((entry) => presentEntry(ctx, entry, { cards, bookmarked, learner, seats, given }));
  return { items: teaching ? items : items.filter((item) => item.state === 'shown'), order_version: known.media_order_version };
}

type Days = Pick<Terms, 'visible_from' | 'visible_until'>;

/**
 * Returns a problem if the first day is after the last day, or if a new last day has passed. An unchanged last day is accepted even if it has passed.
 */
function findWrongDays({ visible_from, visible_until }: Days, named: Partial<Terms>, day: string): FieldProblem | false {
  if (visible_until === null) return false;
  const early = (visible_from !== null && visible_until < visible_from) || (named.visible_until !== undefined && visible_until < day);
  return early && { field: 'visible_until', rule: 'min' };
}

/** Returns the key of an entry, which is unique in its class. The key identifies a medium or one of its excerpts. */
const keyOf = ({ identifier, excerpt_id }: Pick<EntryRow, 'identifier' | 'excerpt_id'>): string => `${identifier} ${excerpt_id ?? ''}`;

/** Shares all of the media with all of the classes, or none. Throws unless the user may share with every class and knows every medium. */
export async function shareMedia(ctx: UserCtx, body: Input<typeof classMedia.share>['body']): Promise<Reply<typeof classMedia.share>> {
  const { db, now } = ctx;
  const { classes: classIds, media: identifiers, excerpts: excerptIds, seats: wantsSeats, ...terms } = body;
  if (terms.can_download && excerptIds.length > 0) throw invalid('can_download', 'excerpt');
  const excerpts = await requireShareableExcerpts(ctx, excerptIds);
  const whole = [...new Set(identifiers)];
  const media = [...new Set([...whole, ...excerpts.map((excerpt) => excerpt.identifier)])];
  const known = await lockOwnClasses(ctx, [...new Set(classIds)], 'share');
  const cards = await findKnownCards(ctx, media);
  const missing = media.find((identifier) => !cards.has(identifier));
  if (missing !== undefined) throw new AppError('not_found', { field: 'media', details: { media: [missing] } });
  const drafts = requireGrantableDrafts(ctx, [...cards.values()]);
  const learners = [...(await listLearners(db, known)).values()].map((learner) => withDrafts(learner, drafts));
  const usable = (row: CardRow, may: (rights: NonNullable<ReturnType<typeof rightsOf>>) => boolean) =>
    learners.every((learner) => {
      const rights = rightsOf(ctx, learner, row);
      return rights !== null && may(rights);
    });
  const rows = media.map((identifier) => cards.get(identifier)!);
  const without = rows.filter((row) => !usable(row, (rights) => rights.download)).map((row) => row.identifier);
  const refused = terms.can_download === true && without.length > 0;
  rejectInvalidFields(
    [
      refused && { field: 'can_download', rule: 'licence' },
      findWrongDays({ visible_from: null, visible_until: null, ...terms }, terms, today(now)),
    ],
    refused ? { media: without } : {},
  );
  const existing = await listClassMedia(
    db,
    known.map((each) => each.id),
  );
  const wanted = [
    ...whole.map((identifier) => ({ identifier, excerpt_id: null })),
    ...excerpts.map(({ id, identifier }) => ({ identifier, excerpt_id: id })),
  ];
  const given = wanted.map((each) => {
    const { fn_typ, fn_titel } = cards.get(each.identifier)!;
    return { ...each, kind: classMediaKind(fn_typ), title: fn_titel };
  });
  const keys = wanted.map(keyOf);
  let there = 0;
  const fresh: string[] = [];
  const entered: string[] = [];
  for (const each of known) {
    const entries = existing.filter((entry) => entry.class_id === each.id);
    const own = new Set(entries.map(keyOf));
    const again = entries.filter((entry) => keys.includes(keyOf(entry)));
    rejectInvalidFields(again.map((entry) => findWrongDays({ ...entry, ...terms }, terms, today(now))));
    there += again.length;
    if (own.size + keys.filter((key) => !own.has(key)).length > MAX_CLASS_MEDIA)
      throw new AppError('state_conflict', { field: 'classes', details: { reason: 'most', most: MAX_CLASS_MEDIA, class: each.id } });
    const ids = await storeMedia(db, each.id, given, terms, { person_id: ctx.user.id, now });
    entered.push(...ids);
    fresh.push(...ids.filter((id) => !entries.some((entry) => entry.id === id)));
    await recordAudit(ctx, 'class.share', null, { class: each.name, media }, auditScope(each));
  }
  const closed = rows.filter((row) => !usable(row, () => true));
  const seats = await assignSeatsToClasses(ctx, known, closed, wantsSeats);
  const unlicensed = closed.filter(({ identifier }) => !seats.covered.has(identifier));
  const answered = whole.filter((identifier) => !unlicensed.some((row) => row.identifier === identifier));
  await answerQuestionsAbout(db, classIds, answered, { person_id: ctx.user.id, now });
  await grantDrafts(ctx, { entries: entered }, drafts);
  return {
    shared: known.length * wanted.length - there,
    had: there,
    given: fresh,
    seated: seats.seated,
    without_seat: seats.without,
    unlicensed: unlicensed.map((row) => ({ identifier: row.identifier, title: row.fn_titel })),
  };
}

export async function requireEntry(ctx: UserCtx, id: string, entryId: string): Promise<EntryRow> {
  const entry = await findEntry(ctx.db, id, entryId);
  if (!entry) throw notFound('entryId');
  return entry;
}

/** Returns an entry of a locked class. Throws `version_conflict` if it was changed meanwhile. */
async function requireCurrentEntry(ctx: UserCtx<'search'>, known: ClassRow, entryId: string, version: number): Promise<EntryRow> {
  const entry = await requireEntry(ctx, known.id, entryId);
  if (entry.version !== version) throw versionConflict(await presentEntryToTeacher(ctx, known, entryId));
  return entry;
}

type Change = Input<typeof classMedia.changeMedium>['body'];

export async function changeMedium(
  ctx: UserCtx<'search'>,
  id: string,
  entryId: string,
  { version, ...terms }: Change,
): Promise<ClassMedium> {
  const known = await lockOwnClass(ctx, id, 'share');
  const entry = await requireCurrentEntry(ctx, known, entryId, version);
  const cards = await buildCards(ctx, [entry.identifier]);
  const given = (await readGivenInClasses(ctx.db, cards, [id])).get(id);
  const learner = withDrafts((await listLearners(ctx.db, [known])).get(known.school_id)!, given);
  // Only a new permission to download is checked. An existing permission is kept.
  const asks = terms.can_download && !entry.can_download;
  const may = rightsOf(ctx, learner, cards.get(entry.identifier))?.download === true;
  const refused = asks === true && !may;
  rejectInvalidFields(
    [refused && { field: 'can_download', rule: 'licence' }, findWrongDays({ ...entry, ...terms }, terms, today(ctx.now))],
    refused ? { media: [entry.identifier] } : {},
  );
  if (Object.keys(terms).length > 0) await setEntry(ctx.db, entryId, terms);
  return presentEntryToTeacher(ctx, known, entryId);
}

/** Returns an entry as the teachers of the class see it. */
export async function presentEntryToTeacher(ctx: UserCtx<'search'>, known: ClassRow, entryId: string): Promise<ClassMedium> {
  const entry = await requireEntry(ctx, known.id, entryId);
  const cards = await buildCards(ctx, [entry.identifier]);
  const bookmarked = await findBookmarkedBy(ctx, [entry.identifier]);
  const learner = (await listLearners(ctx.db, [known])).get(known.school_id)!;
  const given = (await readGivenInClasses(ctx.db, cards, [known.id])).get(known.id) ?? [];
  return presentEntry(ctx, entry, { cards, bookmarked, learner, seats: await readClassSeats(ctx, known, [...cards.values()]), given });
}

/** Orders the entries of a class. Entries that are not listed come last and keep their order. */
export async function orderMedia(
  ctx: UserCtx,
  id: string,
  { order, version }: { order: readonly string[]; version: number },
): Promise<{ version: number }> {
  const known = await lockOwnClass(ctx, id, 'share');
  const entries = (await listClassMedia(ctx.db, [id])).map((entry) => entry.id);
  if (known.media_order_version !== version) throw versionConflict({ order: entries, version: known.media_order_version });
  const wanted = [...new Set(order)];
  if (wanted.some((entry) => !entries.includes(entry))) throw invalid('order', 'unknown');
  return { version: await setRanks(ctx.db, id, [...wanted, ...entries.filter((entry) => !wanted.includes(entry))]) };
}

export async function removeMedium(ctx: UserCtx<'search'>, id: string, entryId: string, version: number): Promise<{ ok: true }> {
  const known = await lockOwnClass(ctx, id, 'share');
  const entry = await requireCurrentEntry(ctx, known, entryId, version);
  await removeEntries(ctx.db, [entryId]);
  await recordAudit(ctx, 'class.unshare', { media: [entry.identifier] }, { class: known.name, media: null }, auditScope(known));
  return { ok: true };
}
