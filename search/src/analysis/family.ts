/** Word families by rule: German stems that differ in the endings words are derived with. */

const LATIN = /^[a-z]+$/;
/** Shorter beginnings are shared by words that have nothing to do with each other (`See`, `Seele`). */
const MIN = 4;
const MAX_ENDING = 8;

const ENDINGS =
  'lichkeit|igkeit|barkeit|samkeit|erisch|lich|isch|ig|ung|er|heit|keit|haft|bar|sam|schaft|los|in|ist|ismus|ion|ier|tum|nis|ling|end|el|or|ik|iv|at';
const ENDING = new RegExp(`(?:${ENDINGS})$`);
/** One or two of them, often with a letter that joins them; or that letter alone. */
const DERIVED = new RegExp(`^(?:e|n|en|an|t|s)?(?:(?:${ENDINGS}){1,2})?$`);

/** What the stems of its family begin with; `null` where it is too short to say. */
export function rootOf(stem: string): string | null {
  if (!LATIN.test(stem)) return null;
  const root = stem.replace(ENDING, '');
  if (root.length >= MIN) return root;
  return stem.length >= MIN ? stem : null;
}

/** Whether a stem with this root and length is of its family, as far as is known of it. */
export function mayBeFamily(root: string, length: number, stem?: string): boolean {
  if (length - root.length > MAX_ENDING) return false;
  return stem === undefined || (LATIN.test(stem) && DERIVED.test(stem.slice(root.length)));
}
