/**
 * A work as another system describes it, in the words of that system. The common result of all readers, used by the import and by the
 * search in other systems.
 */
export type ForeignRecord = {
  /** Identifier of the source, or ''. */
  identifier: string;
  title: string;
  subtitle: string;
  description: string;
  /** Names in natural order: `Petra Muster`. */
  creators: string[];
  publisher: string;
  year: number | null;
  /** Kinds of medium as written by the source, the most specific first. */
  type: string[];
  /** Codes or names. */
  languages: string[];
  /** Subjects: codes, addresses of vocabularies or words. */
  subjects: string[];
  keywords: string[];
  /** Grades, levels of education or ages. */
  audience: string[];
  /** Running time as written. */
  duration: string;
  /** Address of the work, http or https. */
  address: string | null;
  preview: string | null;
  /** Address or name of a licence, or a note. */
  rights: string;
  numbers: WorkNumbers;
  /** The record announces a deletion. */
  deleted: boolean;
};

/** Global identifiers of a work: ISBN with 13 digits, DOI in lower case. */
export type WorkNumbers = { isbn: string[]; ean: string[]; doi: string[] };

export const emptyRecord = (): ForeignRecord => ({
  identifier: '',
  title: '',
  subtitle: '',
  description: '',
  creators: [],
  publisher: '',
  year: null,
  type: [],
  languages: [],
  subjects: [],
  keywords: [],
  audience: [],
  duration: '',
  address: null,
  preview: null,
  rights: '',
  numbers: { isbn: [], ean: [], doi: [] },
  deleted: false,
});

export const unique = (values: readonly string[]): string[] => [...new Set(values.map((value) => value.trim()).filter(Boolean))];

/** Returns the entry of a table, but no inherited property such as `constructor`. */
export const lookUp = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** Removes all of the characters `signs` from the end of a text. */
export function trimSigns(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** Returns the year of `2014`, `[2014]`, `©2014`, `2014-05-01`, `c2014`. */
export function readYear(text: string): number | null {
  const found = /(?<!\d)(1\d{3}|20\d\d|21\d\d)(?!\d{2})/.exec(text);
  return found ? Number(found[1]) : null;
}

/** Returns a web address, or `null`, so that nothing else becomes a link. */
export function readAddress(text: string): string | null {
  const trimmed = text.trim();
  if (!/^https?:\/\/[^\s]+$/i.test(trimmed) || trimmed.length > 2_000 || !URL.canParse(trimmed)) return null;
  return trimmed;
}

/** Returns `Muster, Petra` as `Petra Muster`; names with no comma or several are unchanged. */
export function readName(text: string): string {
  const [last, first, ...more] = text.split(',').map((part) => part.trim());
  return first && more.length === 0 ? `${first} ${last}` : text.trim();
}
