/**
 * Named read caches of the embedded database (docs/decisions/0100-named-read-caches.md). Triggers report every write to a table that a cache depends
 * on, including cascaded writes. Since all writes go through this process, a cached value is never older than the database. Nothing is cached on
 * PostgreSQL, which has other writers and sends its notifications after the commit.
 */
import { sql, type Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Tables whose writes invalidate each cache. `read-caches.test.ts` compares them with the statements that fill the cache. */
export const CACHED_FROM = {
  /** The person or learner code of a session, by the hash of the session cookie. */
  sessions: [
    ...['session', 'person', 'school', 'licence_seat', 'lending_point', 'lending_open_school', 'class_member', 'class'],
    ...['learner_code'],
    // These tables grant access to drafts of own material.
    ...['own_material', 'own_material_grant', 'class_media', 'class_group_member', 'excerpt', 'shared_medium', 'shared_receiver'],
    ...['medialist', 'medialist_item', 'medialist_release', 'assignment', 'assignment_step', 'assignment_target'],
  ],
  /** The stored part of a list of classes, by day, visitor and query. */
  classes: [
    ...['class', 'class_member', 'class_media', 'class_question', 'class_question_asker', 'learner_code', 'person', 'school', 'district'],
    ...['assignment', 'assignment_step', 'assignment_work', 'excerpt'],
  ],
  /** The media that a person has bookmarked, by person. */
  bookmarks: ['bookmark'],
} as const satisfies Record<string, readonly string[]>;

/** Columns whose change alone does not invalidate a cache, because the reader updates its cached row itself. */
const IGNORED: Readonly<Record<string, string>> = { session: 'last_seen_at' };

export type CacheName = keyof typeof CACHED_FROM;
export const CACHE_NAMES = Object.keys(CACHED_FROM) as CacheName[];

export type ReadCache = {
  /** Returns the cached value of a key, or reads and caches it. A value of `undefined` is not cached. Must not be called inside a transaction. */
  get<T extends object>(key: string, read: () => Promise<T | undefined>): Promise<T | undefined>;
};

/** The read caches. `enabled` is false on PostgreSQL. Callers then read less data at a time, because it is not cached. */
export type ReadCaches = { enabled: boolean } & Record<CacheName, ReadCache>;

const UNCACHED: ReadCache = { get: (_key, read) => read() };
export const NO_READ_CACHES: ReadCaches = { enabled: false, sessions: UNCACHED, classes: UNCACHED, bookmarks: UNCACHED };

const MAX_ENTRIES = 5_000;
const CHANNEL = 'cached_write';

/** Returns empty caches. `onPublished` must deliver the messages of a committed transaction before its commit resolves. */
export function makeReadCaches(onPublished: (callback: (channel: string, payload: string) => void) => void): ReadCaches {
  const clear: Partial<Record<string, () => void>> = {};
  const make = (name: CacheName): ReadCache => {
    const { cache, clear: clearIt } = makeCache();
    clear[name] = clearIt;
    return cache;
  };
  onPublished((channel, payload) => channel === CHANNEL && clear[payload]?.());
  return { enabled: true, sessions: make('sessions'), classes: make('classes'), bookmarks: make('bookmarks') };
}

function makeCache(): { cache: ReadCache; clear: () => void } {
  const entries = new Map<string, object>();
  let generation = 0;
  return {
    cache: {
      async get<T extends object>(key: string, read: () => Promise<T | undefined>): Promise<T | undefined> {
        const cached = entries.get(key) as T | undefined;
        if (cached) {
          // Moves the entry to the end, so that it is evicted last.
          entries.delete(key);
          entries.set(key, cached);
          return cached;
        }
        const before = generation;
        const value = await read();
        if (value === undefined || generation !== before) return value;
        entries.set(key, value);
        if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value!);
        return value;
      },
    },
    clear: () => {
      generation++;
      entries.clear();
    },
  };
}

/** Creates the triggers of all caches and listens to them. */
export async function reportCachedWrites(db: Kysely<Tables>): Promise<void> {
  const triggers = CACHE_NAMES.flatMap((cache) => CACHED_FROM[cache].map((table) => triggerOf(cache, table)));
  await db.transaction().execute(async (trx) => {
    await sql`drop function if exists report_cached_write cascade`.execute(trx);
    await sql`create function report_cached_write() returns trigger language plpgsql as $$
      begin
        -- Row triggers ignore one column; without old and new row there is nothing to compare.
        if tg_level = 'STATEMENT' or to_jsonb(old) - tg_argv[1] <> to_jsonb(new) - tg_argv[1] then
          perform pg_notify('cached_write', tg_argv[0]);
        end if;
        return null;
      end $$`.execute(trx);
    await sql.raw(`do $do$ begin ${triggers.join(' ')} end $do$`).execute(trx);
  });
  await sql`listen ${sql.id(CHANNEL)}`.execute(db);
}

/**
 * Returns the statements that create the triggers of a cache on a table. All names are constants. The trigger has no column list, which would prevent
 * migrations from dropping the columns.
 */
function triggerOf(cache: CacheName, table: string): string {
  const on = (events: string, level: string, name: string, column: string): string =>
    `create trigger "${name}" after ${events} on "${table}" for each ${level} execute function report_cached_write('${cache}', '${column}');`;
  const ignored = IGNORED[table];
  if (ignored === undefined) return on('insert or update or delete or truncate', 'statement', `cache_${cache}`, '');
  return on('insert or delete or truncate', 'statement', `cache_${cache}`, '') + on('update', 'row', `cache_${cache}_rows`, ignored);
}
