/** Synonyms from the built-in list and from groups of administrators. Changes take effect immediately in all processes. */
import { fullName } from '@fundus/contract/people/full-name';
import { AppError, notFound } from '@fundus/contract/errors';
import {
  SYNONYM_LIMITS,
  parseSynonymLines,
  SynonymWords,
  type SynonymGroup,
  type SynonymImport,
} from '@fundus/contract/catalogue/synonyms';
import { fold } from '@fundus/search/analysis/fold';
import { DEVICE_SYNONYMS } from '@fundus/search/analysis/device-synonyms';
import { SCHOOL_SYNONYMS } from '@fundus/search/analysis/school-synonyms';
import { newId } from '../../../db/new-id.ts';
import type { Database, Db } from '../../../db/open.ts';
import { recordAudit } from '../../../http/audit.ts';
import type { Portal, UserCtx } from '../../../http/context.ts';
import type { SearchIndex } from '../../../search/search-index.ts';
import {
  listAllGroups,
  countGroups,
  deleteGroup,
  deleteGroups,
  findGroup,
  hasKey,
  insertGroups,
  listGroups,
  listTerms,
  lockSynonyms,
  readState,
  notifyProcesses,
  updateGroup,
  type GroupRow,
  type NewGroup,
} from './synonym-repository.ts';

type Admin = UserCtx<'search'>;
type Refusal = SynonymImport['refused'][number];

const LOOK_EVERY = 5_000;
const MAX_REFUSALS = 100;
const MAX_TERMS = 200_000;

const present = (row: GroupRow): SynonymGroup => ({
  id: row.id,
  words: row.words,
  changed_at: row.changed_at.toISOString(),
  changed_by: fullName(row) || null,
});

const keyOf = (words: readonly string[]): string =>
  words
    .map((text) =>
      text
        .split(/[^\p{L}\p{N}]+/u)
        .map(fold)
        .join(' ')
        .trim(),
    )
    .sort()
    .join(';');

export async function readSynonyms(ctx: Admin, { q, offset, limit }: { q: string; offset: number; limit: number }) {
  const { total, rows } = await listGroups(ctx.db, q.trim(), offset, limit);
  return { total, offset, limit, items: rows.map(present), builtIn: [...SCHOOL_SYNONYMS, ...DEVICE_SYNONYMS].map((group) => [...group]) };
}

/** Adds a group. Throws `already_exists` if there is a group with the same words, and `state_conflict` if the maximum number is reached. */
export async function addSynonyms(ctx: Admin, words: string[]): Promise<SynonymGroup> {
  await lockSynonyms(ctx.db);
  if ((await countGroups(ctx.db)) >= SYNONYM_LIMITS.groups) throw new AppError('state_conflict', { field: 'words' });
  const group: NewGroup = { id: newId(ctx.now), words, key: keyOf(words) };
  if ((await insertGroups(ctx.db, [group], byOf(ctx))) === 0) throw new AppError('already_exists', { field: 'words' });
  await recordAudit(ctx, 'synonyms.add', null, words);
  await applySynonyms(ctx);
  return present((await findGroup(ctx.db, group.id))!);
}

/** Changes a group. Throws `not_found`, or `already_exists` if there is another group with the same words. */
export async function changeSynonyms(ctx: Admin, id: string, words: string[]): Promise<SynonymGroup> {
  await lockSynonyms(ctx.db);
  const before = await requireFound(ctx, id);
  const key = keyOf(words);
  if (await hasKey(ctx.db, key, id)) throw new AppError('already_exists', { field: 'words' });
  await updateGroup(ctx.db, { id, words, key }, byOf(ctx));
  await recordAudit(ctx, 'synonyms.change', before.words, words);
  await applySynonyms(ctx);
  return present((await findGroup(ctx.db, id))!);
}

export async function removeSynonyms(ctx: Admin, id: string): Promise<{ removed: boolean }> {
  await lockSynonyms(ctx.db);
  const before = await requireFound(ctx, id);
  await deleteGroup(ctx.db, id);
  await recordAudit(ctx, 'synonyms.remove', before.words, null);
  await applySynonyms(ctx);
  return { removed: true };
}

/** Imports a list. Faulty lines are skipped and returned with their numbers. */
export async function importSynonyms(ctx: Admin, text: string, replace: boolean): Promise<SynonymImport> {
  await lockSynonyms(ctx.db);
  if (replace) await deleteGroups(ctx.db);
  const room = SYNONYM_LIMITS.groups - (await countGroups(ctx.db));
  const refused: Refusal[] = [];
  const groups = new Map<string, NewGroup>();
  let read = 0;
  for (const { line, words } of parseSynonymLines(text)) {
    const parsed = SynonymWords.safeParse(words);
    if (!parsed.success) refused.push({ line, reason: reasonOf(parsed.error.issues[0]) });
    else if (groups.size >= room) refused.push({ line, reason: 'full' });
    else {
      read++;
      const key = keyOf(parsed.data);
      if (!groups.has(key)) groups.set(key, { id: newId(ctx.now), words: parsed.data, key });
    }
  }
  const stored = await insertGroups(ctx.db, [...groups.values()], byOf(ctx));
  await recordAudit(ctx, 'synonyms.import', null, { stored, replace });
  await applySynonyms(ctx);
  return { stored, unchanged: read - stored, refused: refused.slice(0, MAX_REFUSALS) };
}

function reasonOf(issue: { code: string; message: string } | undefined): Refusal['reason'] {
  const known = ['min', 'letters', 'separator'] as const;
  return known.find((reason) => reason === issue?.message) ?? (issue?.code === 'too_small' ? 'min' : 'max');
}

const byOf = (ctx: Admin) => ({ now: ctx.now, personId: ctx.user.id });

async function requireFound(ctx: Admin, id: string): Promise<GroupRow> {
  const row = await findGroup(ctx.db, id);
  if (!row) throw notFound();
  return row;
}

/** Applies the synonyms in this process after the commit and notifies the other processes. */
async function applySynonyms(ctx: Admin): Promise<void> {
  const words = await readWords(ctx.db);
  await notifyProcesses(ctx.db);
  ctx.afterCommit(() => ctx.search.setSynonyms(...words));
}

/** Returns all synonyms: the built-in list, the groups of administrators and the operator's thesaurus. */
const readWords = async (db: Db): Promise<Parameters<SearchIndex['setSynonyms']>> => [
  [...SCHOOL_SYNONYMS, ...DEVICE_SYNONYMS, ...(await listAllGroups(db, SYNONYM_LIMITS.groups))],
  await listTerms(db, MAX_TERMS),
];

export async function loadSynonyms({ db, search }: Pick<Portal<'search'>, 'db' | 'search'>): Promise<void> {
  search.setSynonyms(...(await readWords(db)));
}

/** Applies the synonyms now and whenever another process changes them. Returns a function that stops this. */
export async function watchSynonyms(
  portal: Pick<Portal<'search'>, 'db' | 'search' | 'log'>,
  database: Database,
): Promise<() => Promise<void>> {
  let state = '';
  let running: Promise<void> = Promise.resolve();
  const readChanges = async (): Promise<void> => {
    const now = await readState(portal.db);
    if (now === state) return;
    await loadSynonyms(portal);
    state = now;
  };
  const refresh = (): Promise<void> =>
    (running = running.then(readChanges).catch((error: unknown) => portal.log.error({ err: error }, 'synonyms')));
  await readChanges();
  const stopListening = await database.onNotify('synonym_change', () => void refresh());
  // Checks regularly as well, because a lost connection can lose notifications.
  const timer = database.engine === 'postgres' ? setInterval(() => void refresh(), LOOK_EVERY) : undefined;
  return async () => {
    clearInterval(timer);
    await stopListening();
    await running;
  };
}
