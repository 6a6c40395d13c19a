/** Recognises word families: German stems that differ only in derivational endings. */

const LATIN = /^[a-z]+$/;
/** Minimum length of a common root, because shorter beginnings can be shared by unrelated words (`See`, `Seele`). */
const MIN_ROOT = 4;
const MAX_ENDING = 8;

const ENDINGS =
  'lichkeit|igkeit|barkeit|samkeit|erisch|lich|isch|ig|ung|er|heit|keit|haft|bar|sam|schaft|los|in|ist|ismus|ion|ier|tum|nis|ling|end|el|or|ik|iv|at';
const ENDING = new RegExp(`(?:${ENDINGS})$`);
/** One or two derivational endings, optionally after a linking letter, or only a linking letter. */
const DERIVED = new RegExp(`^(?:e|n|en|an|t|s)?(?:(?:${ENDINGS}){1,2})?$`);

/** Returns the root that all stems of a family share; `null` if the stem is too short. */
export function rootOf(stem: string): string | null {
  if (!LATIN.test(stem)) return null;
  const root = stem.replace(ENDING, '');
  if (root.length >= MIN_ROOT) return root;
  return stem.length >= MIN_ROOT ? stem : null;
}

/** Returns whether a stem that begins with the root can belong to its family. Without `stem`, only the length is checked. */
export function mayBeFamily(root: string, length: number, stem?: string): boolean {
  if (length - root.length > MAX_ENDING) return false;
  return stem === undefined || (LATIN.test(stem) && DERIVED.test(stem.slice(root.length)));
}
