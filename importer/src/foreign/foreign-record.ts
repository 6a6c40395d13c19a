/** A work as described by another system, in that system's vocabulary. All readers return it, for imports and for the search in external sources. */
export type ForeignRecord = {
  /** Identifier of the work in the source; '' if it has none. */
  identifier: string;
  title: string;
  subtitle: string;
  description: string;
  /** Names of the authors in natural order: `Petra Muster`. */
  creators: string[];
  publisher: string;
  year: number | null;
  /** Kinds of medium as written in the source, most specific first. */
  type: string[];
  /** Codes or names of languages. */
  languages: string[];
  /** Subjects as codes, addresses of vocabulary terms, or words. */
  subjects: string[];
  keywords: string[];
  /** Grades, educational levels or ages. */
  audience: string[];
  /** Duration as written in the source. */
  duration: string;
  /** HTTP or HTTPS address of the work. */
  address: string | null;
  preview: string | null;
  /** Address or name of a licence, or a note about the rights. */
  rights: string;
  numbers: WorkNumbers;
  /** True if the source has deleted the work. */
  deleted: boolean;
};

/** Global identifiers of a work: 13-digit ISBNs, EANs, and DOIs in lower case. */
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

/** Returns the entry of a table. Ignores inherited properties such as `constructor`. */
export const lookUp = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** Removes any of the given characters from the end of a text. */
export function trimEndCharacters(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** Returns the year in a text such as `2014`, `[2014]`, `©2014`, `2014-05-01` or `c2014`. */
export function extractYear(text: string): number | null {
  const found = /(?<!\d)(1\d{3}|20\d\d|21\d\d)(?!\d{2})/.exec(text);
  return found ? Number(found[1]) : null;
}

/** Returns the text if it is a web address, otherwise `null`, so that nothing else can become a link. */
export function readAddress(text: string): string | null {
  const trimmed = text.trim();
  if (!/^https?:\/\/[^\s]+$/i.test(trimmed) || trimmed.length > 2_000 || !URL.canParse(trimmed)) return null;
  return trimmed;
}

/** Returns `Petra Muster` for `Muster, Petra`. Names with several commas or none are returned unchanged. */
export function readName(text: string): string {
  const [last, first, ...more] = text.split(',').map((part) => part.trim());
  return first && more.length === 0 ? `${first} ${last}` : text.trim();
}
