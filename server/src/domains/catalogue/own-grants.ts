/** Shares drafts of own material with classes, groups and colleagues (docs/behaviour/own-material.md#giving). */
import { AppError } from '@fundus/contract/errors';
import type { Db } from '../../db/open.ts';
import type { UserCtx } from '../../http/context.ts';
import { logChanges } from '../../search/change-log-repository.ts';
import { isAuthor, isDraft } from '../../visitors/own-material.ts';
import { insertGrants, listGrantedByLists, listGrantedInClasses, type Place } from './own-grant-repository.ts';
import type { CardRow } from './repository.ts';

type Draft = Pick<CardRow, 'identifier' | 'own' | 'parts' | 'url'>;

const refuse = (reason: string, rows: readonly Draft[], field: string): void => {
  const media = rows.map(({ identifier }) => identifier);
  if (media.length > 0) throw new AppError('state_conflict', { field, details: { reason, media } });
};

/**
 * Returns the identifiers of all drafts among the media. Throws unless the user is the author of each draft and each has content and a stated origin.
 */
export function requireGrantableDrafts(ctx: UserCtx, rows: readonly Draft[], field = 'media'): string[] {
  const drafts = rows.filter(({ own }) => isDraft(own));
  if (drafts.length === 0) return [];
  refuse(
    'own_material',
    drafts.filter(({ own }) => !isAuthor(ctx.user, own!)),
    field,
  );
  if (!ctx.config.OwnMaterial) throw new AppError('feature_disabled');
  refuse(
    'own_empty',
    drafts.filter(({ parts, url }) => url === null && !parts.some(({ role }) => role === 'main')),
    field,
  );
  refuse(
    'own_origin',
    drafts.filter(({ own }) => own!.source === null),
    field,
  );
  return drafts.map(({ identifier }) => identifier);
}

/** Returns the identifiers of those drafts that the user may share because they are their author. */
export const findGrantableDrafts = (ctx: UserCtx, rows: Iterable<Draft>): string[] =>
  ctx.config.OwnMaterial ? [...rows].filter(({ own }) => isDraft(own) && isAuthor(ctx.user, own)).map(({ identifier }) => identifier) : [];

/** Gives access to drafts through entries, shares, lists or steps. Must be one of the last statements of the transaction. */
export async function grantDrafts(ctx: UserCtx, place: Place, identifiers: readonly string[]): Promise<void> {
  if (identifiers.length === 0) return;
  await insertGrants(ctx.db, place, identifiers);
  await logChanges(ctx.db, identifiers);
  ctx.afterCommit(() => ctx.wakeIndex());
}

type Cards = ReadonlyMap<string, Pick<CardRow, 'own'>>;
const hasDraft = (cards: Cards): boolean => [...cards.values()].some(({ own }) => isDraft(own));

const groupIdentifiers = (rows: readonly { key: string; identifier: string }[]): ReadonlyMap<string, string[]> =>
  new Map([...Map.groupBy(rows, ({ key }) => key)].map(([key, found]) => [key, found.map(({ identifier }) => identifier)]));

/** Returns the drafts that are shared with each class. Runs no query if no card is a draft. */
export const readGivenInClasses = async (db: Db, cards: Cards, classIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> =>
  hasDraft(cards)
    ? groupIdentifiers((await listGrantedInClasses(db, classIds)).map(({ class_id, identifier }) => ({ key: class_id!, identifier })))
    : new Map();

/** Returns the drafts that each media list shares. Runs no query if no card is a draft. */
export const readGivenByLists = async (db: Db, cards: Cards, listIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> =>
  hasDraft(cards)
    ? groupIdentifiers((await listGrantedByLists(db, listIds)).map(({ list_id, identifier }) => ({ key: list_id, identifier })))
    : new Map();
