/**
 * List of erased accounts as keyed hashes, stored in the database and in a file next to it (docs/operate/backup.md). Older backups still contain
 * these accounts, so a restore erases them again.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { DAY } from '@fundus/contract/days';
import type { Db } from '../../db/open.ts';
import type { Portal, Services } from '../../http/context.ts';
import { OperatorError } from '../../operator-error.ts';
import { keyedHash } from '../../secrets/sealed.ts';
import { replaceFile } from '../../storage/replace-file.ts';
import { type Erasure, insertErasures, listErasures, listPeopleIds, removeErasures } from './erasure-repository.ts';

/** Maximum age of a backup in days. */
const DAYS_KEPT = 2 * 366;
const AT_ONCE = 1_000;

type At = Pick<Portal, 'db' | 'secret'> & { now: Date };

const hashOf = (secret: string, id: string): string => keyedHash(secret, 'erased person', id);
/** Returns a value that identifies the secret with which a list was made. */
const keyOf = (secret: string): string => keyedHash(secret, 'erased people', '');

export async function recordErasures({ db, secret, now }: At, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await insertErasures(
      db,
      ids.map((id) => ({ person_hash: hashOf(secret, id), erased_at: now })),
    );
}

/** Format of the file. It identifies people only for a reader who has both the secret and the id of a person. */
const ErasuresFile = z.object({
  key: z.string(),
  erasures: z.array(z.object({ person_hash: z.string(), erased_at: z.coerce.date() })),
});

/** Removes old erasures and writes all others to a file, which remains if the database is lost. */
export async function writeErasuresFile(portal: Portal<'erasuresFile'>, { now }: { now: Date }): Promise<void> {
  await removeErasures(portal.db, new Date(now.getTime() - DAYS_KEPT * DAY));
  const erasures = await collect(portal.db);
  await replaceFile(portal.erasuresFile, JSON.stringify({ key: keyOf(portal.secret), erasures }));
}

async function collect(db: Db): Promise<Erasure[]> {
  const all: Erasure[] = [];
  for (;;) {
    const some = await listErasures(db, all.at(-1)?.person_hash ?? '', AT_ONCE);
    all.push(...some);
    if (some.length < AT_ONCE) return all;
  }
}

/** Returns the list of erasures in a file, or `null` if the file does not exist. */
export async function readErasures(path: string): Promise<z.output<typeof ErasuresFile> | null> {
  try {
    return ErasuresFile.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new OperatorError(`${path} is not a list of erasures.`);
  }
}

export const matchesSecret = (list: { key: string }, secret: string): boolean => list.key === keyOf(secret);

/** Repeats the erasures that are listed in the database and in the given lists. Returns the number of erased people. Requires a transaction. */
export async function replayErasures(
  at: At,
  domains: Services['domains'],
  lists: readonly { erasures: readonly Erasure[] }[],
): Promise<number> {
  for (const { erasures } of lists)
    for (let from = 0; from < erasures.length; from += AT_ONCE) await insertErasures(at.db, erasures.slice(from, from + AT_ONCE));
  const erased = new Set((await collect(at.db)).map(({ person_hash }) => person_hash));
  const people: string[] = [];
  for (let after: string | null = null; ;) {
    const ids = await listPeopleIds(at.db, after, AT_ONCE);
    people.push(...ids.filter((id) => erased.has(hashOf(at.secret, id))));
    if (ids.length < AT_ONCE) break;
    after = ids.at(-1)!;
  }
  return domains.erasePeople(at, people, { again: true });
}
