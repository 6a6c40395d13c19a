/**
 * Thesaurus that the operator loads. A search for a term also finds media that are indexed with its preferred term
 * (docs/behaviour/catalogue.md#thesaurus).
 */
import type { Portal } from '../../../http/context.ts';
import { loadSynonyms } from './synonyms.ts';
import { deleteTerms, insertTerms, notifyProcesses, type Term } from './synonym-repository.ts';

const MAX_LENGTH = 80;
const MAX_TERMS = 200_000;
const AT_ONCE = 5_000;

/**
 * Parses tab-separated values with the columns `term`, `see` (the preferred term) and optionally `kind`. If `kind` is given, only rows with
 * `non-descriptor` are used. Returns `null` if a column is missing.
 */
export function readThesaurus(text: string): Term[] | null {
  const [head = '', ...lines] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const columns = head.split('\t').map((name) => name.trim());
  const [term, see, kind] = ['term', 'see', 'kind'].map((name) => columns.indexOf(name)) as [number, number, number];
  if (term < 0 || see < 0) return null;
  const found = new Map<string, Term>();
  for (const line of lines) {
    const cells = line.split('\t').map((cell) => cell.trim());
    const row = { term: cells[term] ?? '', preferred: cells[see] ?? '' };
    const usable = (word: string): boolean => /[\p{L}\p{N}]/u.test(word) && word.length <= MAX_LENGTH;
    if ((kind >= 0 && cells[kind] !== 'non-descriptor') || !usable(row.term) || !usable(row.preferred)) continue;
    if (row.term !== row.preferred && found.size < MAX_TERMS) found.set(`${row.term}\t${row.preferred}`, row);
  }
  return [...found.values()];
}

/** Replaces the loaded thesaurus. The change takes effect immediately in all processes. */
export async function loadThesaurus(
  { db, search, now }: Pick<Portal<'search'>, 'db' | 'search' | 'now'>,
  terms: readonly Term[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await deleteTerms(trx);
    for (let from = 0; from < terms.length; from += AT_ONCE) await insertTerms(trx, terms.slice(from, from + AT_ONCE), now());
    await notifyProcesses(trx);
  });
  await loadSynonyms({ db, search });
}
