/**
 * List of erased accounts as keyed hashes, in the database and in a file beside it (docs/operate/backup.md). An older backup still contains these
 * users; restoring it erases them again.
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

/** Maximum age of backups. */
const DAYS_KEPT = 2 * 366;
const AT_ONCE = 1_000;

type At = Pick<Portal, 'db' | 'secret'> & { now: Date };

const hashOf = (secret: string, id: string): string => keyedHash(secret, 'erased person', id);
/** Returns a value that is equal for lists made with the same secret. */
const keyOf = (secret: string): string => keyedHash(secret, 'erased people', '');

export async function recordErasures({ db, secret, now }: At, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await insertErasures(
      db,
      ids.map((id) => ({ person_hash: hashOf(secret, id), erased_at: now })),
    );
}

/** The file identifies no one without the secret and an id. */
const ErasuresFile = z.object({
  key: z.string(),
  erasures: z.array(z.object({ person_hash: z.string(), erased_at: z.coerce.date() })),
});

/** Removes old erasures, and writes the others to a file that survives the database. */
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

/** Returns a list of erasures; `null` if the file does not exist. */
export async function readErasures(path: string): Promise<z.output<typeof ErasuresFile> | null> {
  try {
    return ErasuresFile.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new OperatorError(`${path} is not a list of erasures.`);
  }
}

export const fitsSecret = (list: { key: string }, secret: string): boolean => list.key === keyOf(secret);

/** Repeats the erasures in the lists of the database and of files. Returns their number. Must run in a transaction. */
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
