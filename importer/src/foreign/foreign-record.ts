/** A work as another system describes it: what all formats have in common, in their own words. Readers make it; import and search over other systems read it. */
export type ForeignRecord = {
  /** As the source names it; '' where it does not. */
  identifier: string;
  title: string;
  subtitle: string;
  description: string;
  /** Natural order: `Petra Muster`. */
  creators: string[];
  publisher: string;
  year: number | null;
  /** Kinds of medium as the source writes them, the most particular first. */
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
  /** Where the work is, http or https. */
  address: string | null;
  preview: string | null;
  /** A licence by its address or name, or a note. */
  rights: string;
  numbers: WorkNumbers;
  /** Whether the source announces with this record that it was deleted. */
  deleted: boolean;
};

/** Numbers that name a work everywhere; ISBN in 13 digits, DOI in lower case. */
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

/** What a table says of a word; of `constructor` and its like nothing. */
export const lookUp = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** Without the signs at its end, however many there are. */
export function trimSigns(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

/** `2014`, `[2014]`, `©2014`, `2014-05-01`, `c2014`. */
export function readYear(text: string): number | null {
  const found = /(?<!\d)(1\d{3}|20\d\d|21\d\d)(?!\d{2})/.exec(text);
  return found ? Number(found[1]) : null;
}

/** An address on the web, or null: nothing else may become a link. */
export function readAddress(text: string): string | null {
  const trimmed = text.trim();
  if (!/^https?:\/\/[^\s]+$/i.test(trimmed) || trimmed.length > 2_000 || !URL.canParse(trimmed)) return null;
  return trimmed;
}

/** `Muster, Petra` → `Petra Muster`; anything with more or no commas stays. */
export function readName(text: string): string {
  const [last, first, ...more] = text.split(',').map((part) => part.trim());
  return first && more.length === 0 ? `${first} ${last}` : text.trim();
}
