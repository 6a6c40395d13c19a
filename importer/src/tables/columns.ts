/** Defines a table that can be imported, and recognises its columns by the names in a header. Pure. */
import { foldName, nameParts } from './fold-name.ts';

export type ColumnDefinition = {
  /** Names of the column, the most specific first. Case, spaces and punctuation do not matter. */
  names: readonly string[];
  required?: true;
  /** Codes of the values, each with its synonyms; the synonym '' matches an empty cell. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** A cell may name several values: `Verleih, Katalog`. Their codes are joined with commas. */
  list?: true;
  /** Line breaks in cells are kept. */
  multiline?: true;
  /** The screen offers one value for all rows if the file does not have the column. */
  forAll?: true;
};

export type TableDefinition<C extends string = string> = {
  columns: Readonly<Record<C, ColumnDefinition>>;
  /** Maximum number of rows below the header. */
  rows: number;
  /** Columns of a file without a header, from left to right; without it a file needs a header. */
  order?: readonly C[];
  /** Programs whose exports are recognised by headers, folded or not, that only their files have together. */
  sources?: Readonly<Record<string, readonly (readonly string[])[]>>;
};

export type Recognised<C extends string> = ReadonlyMap<C, number>;

/** Headers of the reason column of a file of rejected rows. */
export const REASON_NAMES = ['Grund (nicht importiert)', 'Reason (not imported)'] as const;
const REASONS = new Set(REASON_NAMES.map(foldName));
export const isReason = (header: string): boolean => REASONS.has(foldName(header));

type Index<C extends string> = ReadonlyMap<string, readonly { column: C; rank: number }[]>;
const indexes = new WeakMap<object, Index<string>>();

/** Returns the columns by their folded names. */
function indexOf<C extends string>({ columns }: TableDefinition<C>): Index<C> {
  const known = indexes.get(columns);
  if (known) return known as Index<C>;
  const index = new Map<string, { column: C; rank: number }[]>();
  for (const column of Object.keys(columns) as C[])
    for (const [rank, name] of [...columns[column].names, column].entries()) {
      const folded = foldName(name);
      index.set(folded, [...(index.get(folded) ?? []), { column, rank }]);
    }
  indexes.set(columns, index as Index<string>);
  return index;
}

/** Words that add to the name of a column without changing its meaning: `Dienst-E-Mail`, `E-Mail (dienstlich)`, `Nachname der Lehrkraft`. */
const QUALIFIERS = new Set(
  (
    'dienst dienstlich dienstliche dienstlicher schulisch schulische schul work business official primary person benutzer user ' +
    'lehrkraft lehrer lehrerin lehrperson teacher staff mitarbeiter der die das des vom von the of in eur euro brutto 1'
  ).split(' '),
);
/** Words of a second value; the column is used only if no other one has the name. */
const SECOND = new Set('privat private persönlich personal eltern erziehungsberechtigte mutter vater parent home 2 alt bisher'.split(' '));

const EXACT = 4_000;
const BRACKETS = 3_000;
const QUALIFIED = 2_000;
const PENALTY = 1_500;

/** Returns the folded names that a header may mean, each with a score. */
function candidatesOf(header: string): [name: string, score: number][] {
  const words = nameParts(header);
  const penalty = words.some((word) => SECOND.has(word)) ? PENALTY : 0;
  const plain = words.filter((word) => !QUALIFIERS.has(word) && !SECOND.has(word));
  return [
    [foldName(header), EXACT],
    [foldName(header.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')), BRACKETS - penalty],
    [plain.join(''), QUALIFIED - penalty],
  ];
}

/** Assigns the columns of the file; each column is used once, the best names first. */
export function recogniseColumns<C extends string>(definition: TableDefinition<C>, headers: readonly string[]): Recognised<C> {
  const index = indexOf(definition);
  const found = headers.flatMap((header, at) =>
    header === '' || isReason(header)
      ? []
      : candidatesOf(header).flatMap(([name, score]) =>
          name === '' ? [] : (index.get(name) ?? []).map(({ column, rank }) => ({ column, at, score: score - rank })),
        ),
  );
  found.sort((a, b) => b.score - a.score || a.at - b.at);
  const recognised = new Map<C, number>();
  const used = new Set<number>();
  for (const { column, at } of found) {
    if (recognised.has(column) || used.has(at)) continue;
    recognised.set(column, at);
    used.add(at);
  }
  return recognised;
}

/** Returns the program whose export has these headers, or ''. */
export function recogniseSource({ sources = {} }: TableDefinition, headers: readonly string[]): string {
  const names = new Set(headers.map(foldName));
  return Object.keys(sources).find((source) => sources[source]!.some((set) => set.every((name) => names.has(foldName(name))))) ?? '';
}

const codeIndexes = new WeakMap<object, ReadonlyMap<string, string>>();

/** Returns the codes by their folded synonyms; a code is a synonym of itself. */
function codesOf(choices: NonNullable<ColumnDefinition['choices']>): ReadonlyMap<string, string> {
  const known = codeIndexes.get(choices);
  if (known) return known;
  const codes = Object.keys(choices);
  const synonyms = codes.flatMap((code) => choices[code]!.map((name): [string, string] => [foldName(name), code]));
  const own = codes.map((code): [string, string] => [foldName(code), code]).filter(([name]) => name !== '');
  const index = new Map([...own, ...synonyms].reverse());
  codeIndexes.set(choices, index);
  return index;
}

/** Returns the code of a value, or undefined if none of its synonyms matches. */
export const codeOf = (choices: NonNullable<ColumnDefinition['choices']>, value: string): string | undefined =>
  codesOf(choices).get(foldName(value));
