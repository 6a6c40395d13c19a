/** Converts records to documents of the index. */
import type { SearchRecord } from '@fundus/search/api';
import { sortKey, withoutArticle } from '@fundus/search/analysis/fold';
import { completionKey, textElements } from '@fundus/search/index/stored-text';
import type { Fields } from '@fundus/search/index/segment';
import { quantise } from '@fundus/search/index/vector-rows';
import { MAX_SUGGESTION, SEPARATOR } from './mapping.ts';

/** Fields of a document that searches return. */
export type Source = Required<Pick<SearchRecord, 'id' | 'language' | 'text' | 'values' | 'numbers' | 'visible'>>;
export type Document = Source & {
  title: string[];
  begins: string[];
  sort: string;
  lead: string[];
  suggest: Record<string, string[]>;
  vector?: number[];
};

/** Length in characters of the beginning of a text, which usually summarizes it. */
const OPENING = 240;

export function documentOf({ id, language = '', text, values, numbers, visible, vector }: SearchRecord, fields: Fields): Document {
  const titles = fields.text.filter(({ exact }) => exact).flatMap(({ name }) => textElements(text[name]));
  const keys = titles.map(sortKey);
  const direction = vector && bytesOf(vector.values);
  return {
    ...{ id, language, text, values, numbers, visible },
    title: titles.map((title) => completionKey(title, language)),
    begins: keys.map(withoutArticle),
    sort: keys[0] ?? '',
    lead: fields.text.flatMap(({ name }) => textElements(text[name]).map((element) => element.slice(0, OPENING))),
    suggest: Object.fromEntries(
      fields.text.map(({ name, exact }) => {
        const short = textElements(text[name]).filter((element) => element.length <= MAX_SUGGESTION);
        const keyOf = (element: string): string[] => [completionKey(element, language), element, ...(exact ? [id] : [])];
        return [name, short.map((element) => keyOf(element).join(SEPARATOR))];
      }),
    ),
    ...(direction && { vector: direction }),
  };
}

/** Returns a vector quantized to bytes, or `null` if all its components are zero. */
export function bytesOf(vector: ArrayLike<number>): number[] | null {
  const bytes = new Int8Array(vector.length);
  return quantise(vector, bytes) > 0 ? [...bytes] : null;
}

/** Returns whether a stored record equals the expected one. Missing numbers and vectors are not compared. */
export function isSame(stored: Source, record: SearchRecord, fields: Fields): boolean {
  const equal = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((each, i) => each === b[i]);
  const sameSet = (a: readonly string[] = [], b: readonly string[] = []): boolean => equal([...new Set(a)].sort(), [...new Set(b)].sort());
  return (
    stored.language === (record.language ?? '') &&
    fields.text.every(({ name }) => equal(textElements(stored.text[name]), textElements(record.text[name]))) &&
    fields.values.every(({ name }) => sameSet(stored.values[name], record.values[name])) &&
    fields.numbers.every((name) => !(name in record.numbers) || stored.numbers[name] === record.numbers[name]) &&
    sameSet(stored.visible, record.visible)
  );
}
