/** News categories, which are shared by the whole portal. */
import { isDeepStrictEqual } from 'node:util';
import { AppError, type FieldProblem, invalidFields } from '@fundus/contract/errors';
import type { NewsCategory } from '@fundus/contract/news/news';
import { recordAudit } from '../../http/audit.ts';
import type { UserCtx } from '../../http/context.ts';
import { listCategories, lockCategories, replaceCategories } from './category-repository.ts';
import { requireNewsAuthor } from './service.ts';

type Categories = { items: (NewsCategory & { count: number })[] };

const present = async ({ db }: Pick<UserCtx, 'db'>): Promise<Categories> => ({
  items: (await listCategories(db)).map(({ slug, labels, count }) => ({ slug, labels: labels as Record<string, string>, count })),
});

export async function readCategories(ctx: UserCtx): Promise<Categories> {
  requireNewsAuthor(ctx);
  return present(ctx);
}

/**
 * Replaces the categories. Throws `validation_failed` for a duplicate slug or a missing German name, and `version_conflict` if the stored categories
 * differ from `expected`.
 */
export async function setCategories(ctx: UserCtx, items: readonly NewsCategory[], expected: readonly NewsCategory[]): Promise<Categories> {
  const problems: FieldProblem[] = items.flatMap(({ slug, labels }, i) => [
    ...(items.findIndex((other) => other.slug === slug) < i ? [{ field: `items.${i}.slug`, rule: 'taken' }] : []),
    ...(labels.de ? [] : [{ field: `items.${i}.labels.de`, rule: 'required' }]),
  ]);
  if (problems.length > 0) throw invalidFields(problems);
  await lockCategories(ctx.db);
  const before = await present(ctx);
  const words = (all: readonly NewsCategory[]) => all.map(({ slug, labels }) => ({ slug, labels }));
  if (!isDeepStrictEqual(words(before.items), words(expected)))
    throw new AppError('version_conflict', { field: 'expected', details: { current: before } });
  await replaceCategories(ctx.db, items);
  const slugs = (all: readonly { slug: string }[]) => ({ categories: all.map(({ slug }) => slug).join(', ') });
  await recordAudit(ctx, 'news.categories', slugs(before.items), slugs(items), { school: null });
  return present(ctx);
}
