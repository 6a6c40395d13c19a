/** Defines tables that can be imported, and recognises columns by their names. */
import { foldName, nameParts } from '../fold-name.ts';

export type ColumnDefinition = {
  /** Names of the column, most specific first. Case, spaces and punctuation are ignored. */
  names: readonly string[];
  required?: true;
  /** Synonyms by code. The synonym '' matches an empty cell. */
  choices?: Readonly<Record<string, readonly string[]>>;
  /** Allows several values in a cell, such as `Verleih, Katalog`. Their codes are joined with commas. */
  list?: true;
  /** Keeps line breaks in cells. */
  multiline?: true;
  /** Lets the user set a value for all rows if the file lacks the column. */
  forAll?: true;
};

export type TableDefinition<C extends string = string> = {
  columns: Readonly<Record<C, ColumnDefinition>>;
  /** Maximum number of rows after the header. */
  rows: number;
  /** Columns of files without a header, from left to right. If missing, files need a header. */
  order?: readonly C[];
  /** Programs whose exports are recognised by a combination of column names that occurs only in their files. */
  sources?: Readonly<Record<string, readonly (readonly string[])[]>>;
};

export type RecognisedColumns<C extends string> = ReadonlyMap<C, number>;

/** Names of the column with rejection reasons in a file of rejected rows. */
export const REASON_NAMES = ['Grund (nicht importiert)', 'Reason (not imported)'] as const;
const REASONS = new Set(REASON_NAMES.map(foldName));
export const isReason = (header: string): boolean => REASONS.has(foldName(header));

type Index<C extends string> = ReadonlyMap<string, readonly { column: C; rank: number }[]>;
const indexes = new WeakMap<object, Index<string>>();

/** Returns the columns by folded name. */
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

/** Words that can be added to a column name without changing its meaning: `Dienst-E-Mail`, `E-Mail (dienstlich)`, `Nachname der Lehrkraft`. */
const QUALIFIERS = new Set(
  (
    'dienst dienstlich dienstliche dienstlicher schulisch schulische schul work business official primary person benutzer user ' +
    'lehrkraft lehrer lehrerin lehrperson teacher staff mitarbeiter der die das des vom von the of in eur euro brutto 1'
  ).split(' '),
);
/** Words that mark a secondary column, which is used only if there is no other column with the name. */
const SECOND = new Set('privat private persönlich personal eltern erziehungsberechtigte mutter vater parent home 2 alt bisher'.split(' '));

const EXACT = 4_000;
const BRACKETS = 3_000;
const QUALIFIED = 2_000;
const PENALTY = 1_500;

/** Returns the folded names that a column name may stand for, each with a score. */
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

/** Assigns columns of the file to the columns of the definition, best matches first. Each is used only once. */
export function recogniseColumns<C extends string>(definition: TableDefinition<C>, headers: readonly string[]): RecognisedColumns<C> {
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

/** Returns the program that exported a file with these column names, or ''. */
export function recogniseSource({ sources = {} }: TableDefinition, headers: readonly string[]): string {
  const names = new Set(headers.map(foldName));
  return Object.keys(sources).find((source) => sources[source]!.some((set) => set.every((name) => names.has(foldName(name))))) ?? '';
}

const codeIndexes = new WeakMap<object, ReadonlyMap<string, string>>();

/** Returns the codes by folded synonym. Each code is a synonym of itself. */
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

/** Returns the code of a value, or undefined if no synonym matches. */
export const codeOf = (choices: NonNullable<ColumnDefinition['choices']>, value: string): string | undefined =>
  codesOf(choices).get(foldName(value));
