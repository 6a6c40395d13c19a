/** Word families by rule: German stems that differ only in derivational endings. */

const LATIN = /^[a-z]+$/;
/** Minimum length of a root; unrelated words share shorter beginnings (`See`, `Seele`). */
const MIN_ROOT = 4;
const MAX_ENDING = 8;

const ENDINGS =
  'lichkeit|igkeit|barkeit|samkeit|erisch|lich|isch|ig|ung|er|heit|keit|haft|bar|sam|schaft|los|in|ist|ismus|ion|ier|tum|nis|ling|end|el|or|ik|iv|at';
const ENDING = new RegExp(`(?:${ENDINGS})$`);
/** One or two endings, often with a linking letter, or the linking letter alone. */
const DERIVED = new RegExp(`^(?:e|n|en|an|t|s)?(?:(?:${ENDINGS}){1,2})?$`);

/** Returns the common beginning of the stems of a family, or `null` if the stem is too short. */
export function rootOf(stem: string): string | null {
  if (!LATIN.test(stem)) return null;
  const root = stem.replace(ENDING, '');
  if (root.length >= MIN_ROOT) return root;
  return stem.length >= MIN_ROOT ? stem : null;
}

/** Returns whether a stem of this length that begins with the root may be of the family; without `stem` only the length is checked. */
export function mayBeFamily(root: string, length: number, stem?: string): boolean {
  if (length - root.length > MAX_ENDING) return false;
  return stem === undefined || (LATIN.test(stem) && DERIVED.test(stem.slice(root.length)));
}
