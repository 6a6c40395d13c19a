/** Functions that load, lock and present news for authors. */
import type { NewsDraft, NewsRow, NewsState } from '@fundus/contract/news/news';
import { NEWS_STATES } from '@fundus/contract/news/news';
import { AppError, notFound } from '@fundus/contract/errors';
import { isDistrictAdmin } from '@fundus/contract/access';
import type { UserCtx } from '../../http/context.ts';
import { listFiles } from './file-repository.ts';
import { presentFile } from './files.ts';
import { authorDistrict, mayEditNews, newsPermissions, schoolOf, stateAt, mayWrite } from './policy.ts';
import {
  countManagedNews,
  findNews,
  listClassTargets,
  listManaged,
  listSchoolTargets,
  listTexts,
  lockNews,
  type NewsRecord,
} from './repository.ts';
import { listTitles } from './reader-repository.ts';
import { categoryOf, pickByLanguage, languageOrderFor } from './reader.ts';

const moment = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Returns a news item that the user may edit. Throws `not_found`. If `right` is `write`, the news item is locked until commit. */
async function requireEditable(ctx: UserCtx, id: string, right: 'read' | 'write' = 'read'): Promise<NewsRecord> {
  const row = await (right === 'write' ? lockNews : findNews)(ctx.db, id);
  if (!row || !mayEditNews(ctx.user, row)) throw notFound();
  return row;
}

/** Returns the locked news item. Throws `version_conflict` with the current news item if the version is outdated. */
export async function lockOwnNews(ctx: UserCtx, id: string, version: number): Promise<NewsRecord> {
  const row = await requireEditable(ctx, id, 'write');
  if (row.version !== version)
    throw new AppError('version_conflict', { field: 'version', details: { current: await presentDraft(ctx, row) } });
  return row;
}

export async function presentDraft(ctx: UserCtx, row: NewsRecord): Promise<NewsDraft> {
  const [texts, files] = [await listTexts(ctx.db, row.id), await listFiles(ctx.db, row.id)];
  const cover = files.find((file) => file.cover);
  return {
    id: row.id,
    version: row.version,
    state: stateAt(row, ctx.now),
    from: row.from,
    texts: Object.fromEntries(texts.map(({ language, ...words }) => [language, words])),
    cover: cover ? presentFile(cover) : null,
    category: row.category,
    audience: row.audience,
    targets: row.targets,
    roles: row.roles,
    display_at: moment(row.display_at),
    expires_at: moment(row.expires_at),
    pinned_until: moment(row.pinned_until),
    attachments: files.filter((file) => file.rank !== null).map(presentFile),
    notify: row.notify,
    comment: row.comment,
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    updated_at: moment(row.updated_at),
    can: newsPermissions(ctx.user, row, ctx.config.NewsReview),
  };
}

/** Returns the current news item, for example after a change. */
export async function presentNow(ctx: UserCtx, id: string): Promise<NewsDraft> {
  const row = await findNews(ctx.db, id);
  if (!row) throw notFound();
  return presentDraft(ctx, row);
}

export const readDraft = async (ctx: UserCtx, id: string): Promise<NewsDraft> => presentDraft(ctx, await requireEditable(ctx, id));

export function requireNewsAuthor({ user }: UserCtx): void {
  if (!mayWrite(user)) throw new AppError('forbidden');
}

type Page = { q: string; offset: number; limit: number };

export async function listManagedNews(ctx: UserCtx, { lang, ...asked }: Page & { state: NewsState | ''; lang: string }) {
  requireNewsAuthor(ctx);
  const { db, user, now, config } = ctx;
  const order = languageOrderFor(ctx, lang);
  const rows = await listManaged(db, user, now, asked);
  const titles = await listTitles(
    db,
    rows.map((row) => row.id),
  );
  const found = await countManagedNews(db, user, now, asked);
  const counts = Object.fromEntries(NEWS_STATES.map((state) => [state, found.find((each) => each.state === state)?.count ?? 0])) as Record<
    NewsState,
    number
  >;
  return {
    total: asked.state === '' ? found.reduce((sum, { count }) => sum + count, 0) : counts[asked.state],
    offset: asked.offset,
    limit: asked.limit,
    items: rows.map((row): NewsRow => {
      const texts = titles.filter((text) => text.news_id === row.id);
      const words = pickByLanguage(texts, order);
      return {
        id: row.id,
        language: words?.language ?? 'de',
        title: words?.title ?? '',
        category: categoryOf(row, order),
        from: row.from,
        pinned: row.pinned_until !== null && row.pinned_until > now,
        state: stateAt(row, now),
        audience: row.audience,
        targets: row.targets.map(({ name }) => name),
        roles: row.roles,
        display_at: moment(row.display_at),
        expires_at: moment(row.expires_at),
        changed_at: row.changed_at.toISOString(),
        languages: texts.map(({ language }) => language).sort(),
      };
    }),
    counts,
    can: {
      school: schoolOf(user) !== null,
      district: authorDistrict(user) !== null,
      categories: isDistrictAdmin(user),
      review: config.NewsReview,
    },
  };
}

/** Returns a page of schools or classes that the user can address. Throws `forbidden` if the user may not write for a district or school. */
export async function readTargets({ db, user }: UserCtx, { audience, ...page }: Page & { audience: 'schools' | 'classes' }) {
  const owner = audience === 'schools' ? authorDistrict(user) : schoolOf(user);
  if (owner === null) throw new AppError('forbidden');
  const found = await (audience === 'schools' ? listSchoolTargets : listClassTargets)(db, owner, page);
  return { ...found, offset: page.offset, limit: page.limit };
}

export const auditScope = (row: Pick<NewsRecord, 'school_id' | 'school_district' | 'district_id'>) => ({
  school: row.school_id,
  district: row.district_id ?? row.school_district,
});
