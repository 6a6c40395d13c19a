/**
 * Computes the expected answers of the engine by checking every record. It uses the same analysis and formulas, but no index, segments or
 * optimisations.
 */
import { distance } from './distance.ts';
import { sortKey, withoutArticle } from '../analysis/fold.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import type { FacetCount, Query, SearchAnswer, SearchQuery, SearchRecord, Suggestion } from '../api.ts';
import { completionKey, textElements } from '../index/stored-text.ts';
import type { IndexView } from '../index/index-view.ts';
import type { Fields } from '../index/segment.ts';
import type { Item } from '../query/parse.ts';
import { parse } from '../query/parse.ts';
import type { Synonyms } from '../query/synonyms.ts';
import type { Analysed } from './oracle-records.ts';
import { OracleIndex } from './oracle-records.ts';
import { partialOf, relevantOf } from './oracle-partial.ts';
import type { Clause } from './oracle-words.ts';
import { stemsOfWord, Words } from './oracle-words.ts';

type Match = (doc: Analysed) => number;
/** A match. `question` replaces the relevance score if fewer than fifty records match a query of three or more words. */
type Matched = { doc: Analysed; score: number; question?: number; tier: number; row: number; titleMatches: boolean; begins: number };

export class Oracle {
  readonly fields: Fields;
  readonly synonyms: Synonyms;
  readonly records = new Map<string, SearchRecord>();
  private shelf!: OracleIndex;
  private words!: Words;

  constructor(fields: Fields, synonyms: Synonyms) {
    this.fields = fields;
    this.synonyms = synonyms;
  }

  look(view: IndexView): void {
    this.shelf = new OracleIndex(this.fields, this.records.values(), view);
    this.words = new Words(this.shelf, this.synonyms);
  }

  private passes(query: Query, items: readonly Item[], except?: string): Match {
    const carries = (values: readonly string[], wanted: readonly string[]): boolean =>
      wanted.some((want) => values.some((value) => (want.endsWith('*') ? value.startsWith(want.slice(0, -1)) : value === want)));
    return (doc) => {
      if (!carries(doc.record.visible, query.visible)) return 0;
      for (const [name, wanted] of Object.entries(query.filters ?? {})) {
        if (name !== except && wanted.length > 0 && !carries(doc.record.values[name] ?? [], wanted)) return 0;
      }
      for (const item of items) {
        if (item.kind !== 'value') continue;
        if (carries(doc.record.values[this.fields.values[item.field]!.name] ?? [], [item.value]) === item.negative) return 0;
      }
      return 1;
    };
  }

  private tiers(query: Query & { live?: boolean }, except?: string): Matched[] {
    const { shelf, words } = this;
    const parsed = parse(query.q, this.fields);
    if (parsed.noTerms) return [];
    const maskOf = (item: Item): number => (item.field < 0 ? 0xff : 1 << item.field);
    const positive = parsed.items.filter((item) => !item.negative && item.kind !== 'value');
    const meaning = positive.some((item) => item.kind !== 'plain' || !isStopWord(item.words[0]!.surface));
    const related = words.related(parsed.items);
    const clauses: Clause[] = [];
    parsed.items.forEach((item, i) => {
      if (item.kind === 'value' || item.negative) return;
      if (item.kind !== 'plain') for (const word of item.words) clauses.push(words.strict(item, word, maskOf(item)));
      else if (!meaning || !isStopWord(item.words[0]!.surface)) {
        const last = query.live === true && parsed.unfinished && i === parsed.items.length - 1;
        clauses.push(words.plain(item.words[0]!, last, related[i]!));
      }
    });
    const phrases = parsed.items.filter((item) => item.kind === 'phrase');
    const passes = this.passes(query, parsed.items, except);
    const allowed = this.shelf.docs.filter((doc) => {
      if (passes(doc) === 0) return false;
      for (const item of parsed.items) {
        if (!item.negative || item.kind === 'value') continue;
        if (
          item.kind === 'phrase'
            ? shelf.row(doc, item.words.map(stemsOfWord), maskOf(item)) !== 0
            : words.score(doc, words.strict(item, item.words[0]!, maskOf(item))) > 0
        )
          return false;
      }
      return phrases.every((item) => item.negative || shelf.row(doc, item.words.map(stemsOfWord), maskOf(item)) !== 0);
    });
    const found: Matched[] = [];
    const taken = new Set<Analysed>();
    const all = (these: readonly Clause[], tier: number): void => {
      for (const doc of allowed) {
        const scores = these.map((clause) => words.score(doc, clause));
        if (taken.has(doc) || scores.includes(0)) continue;
        taken.add(doc);
        const score = these.length === 0 ? 1 : these.reduce((sum, clause, i) => sum + clause.weight * scores[i]!, 0);
        const inRow = tier === 0 && parsed.title !== null && positive.length > 1;
        const rows = positive.map((item) => stemsOfWord(item.words[0]!));
        const row = inRow ? shelf.row(doc, rows, 0xff) : 0;
        const titleMatches = tier === 0 && parsed.title !== null && doc.titles.has(parsed.title);
        const begins = parsed.titleKey === null ? 1 : titleFactor(withoutArticle(this.titleKey(doc)), parsed.titleKey, tier === 1);
        found.push({ doc, score, tier, row, titleMatches, begins });
      }
    };
    all(clauses, 0);
    if (clauses.length === 0 || found.length >= 50) return found;
    const looser = found.length < 5 ? clauses.map((clause) => words.relaxed(clause)) : clauses;
    if (found.length < 5) all(looser, 1);
    if (found.length < 50 && clauses.filter((clause) => clause.optional).length >= 3) {
      for (const [tier, these] of [clauses, looser].entries()) {
        const own = found.filter((each) => each.tier === tier);
        const scores = new Map(
          partialOf(
            own.map(({ doc }) => doc),
            these,
            words,
            0,
          ).map(({ doc, score }) => [doc, Math.round(score * 1e6)]),
        );
        for (const each of own) each.question = scores.get(each.doc)!;
      }
    }
    if (found.length >= 50 || !looser.some((clause) => clause.optional)) return found;
    const strict = looser.filter((clause) => !clause.optional);
    const rest = allowed.filter((doc) => !taken.has(doc) && strict.every((clause) => words.score(doc, clause) > 0));
    const parts = found.length === 0 ? looser.flatMap((clause) => words.partsOf(clause)) : [];
    for (const { doc, score } of relevantOf(partialOf(rest, [...looser, ...parts], words, found.length)))
      found.push({ doc, score, tier: 2, row: 0, titleMatches: false, begins: 1 });
    return found;
  }

  private titleKey(doc: Analysed): string {
    const exact = this.fields.text.find((field) => field.exact);
    return exact === undefined ? '' : sortKey(textElements(doc.record.text[exact.name])[0] ?? '');
  }

  search(query: SearchQuery): Pick<SearchAnswer, 'total' | 'partialTotal' | 'hits'> {
    const titleMask = this.fields.text.reduce((mask, field, f) => (field.exact ? mask | (1 << f) : mask), 0);
    const sort = query.sort ?? 'relevance';
    const ranked = this.tiers(query).map((each) => {
      let score = sort === 'relevance' ? (each.question ?? each.score) : each.score;
      if (sort === 'relevance') {
        let factor = 1;
        for (const boost of query.boosts ?? []) {
          const { record } = each.doc;
          const holds =
            'field' in boost
              ? (record.values[boost.field] ?? []).includes(boost.value)
              : 'token' in boost
                ? record.visible.includes(boost.token)
                : (record.numbers[boost.number] ?? NaN) >= boost.min;
          if (holds) factor *= boost.factor;
        }
        score *= factor;
        if (each.row !== 0) score *= (each.row & titleMask) !== 0 ? 1.6 : 1.25;
        score *= each.begins;
        if (each.titleMatches) score += 1e9;
      } else if (typeof sort === 'object') {
        const value = each.doc.record.numbers[sort.number];
        score = value === undefined ? -Infinity : sort.order === 'desc' ? value : -value;
      }
      return {
        ...each,
        score,
        key: Buffer.from(this.titleKey(each.doc)),
        tier: sort === 'relevance' ? each.tier : Math.floor(each.tier / 2) * 2,
      };
    });
    const byId = new Map(this.shelf.docs.map((doc, i) => [doc, i]));
    ranked.sort(
      (a, b) =>
        a.tier - b.tier ||
        (sort === 'title' ? Buffer.compare(a.key, b.key) : a.score === b.score ? 0 : b.score - a.score) ||
        byId.get(a.doc)! - byId.get(b.doc)!,
    );
    const offset = query.offset ?? 0;
    const total = ranked.filter((each) => each.tier < 2).length;
    const hits = ranked
      .slice(offset, offset + (query.limit ?? 24))
      .map((each) => ({ id: each.doc.record.id, score: each.score, partial: each.tier === 2 }));
    return { total, partialTotal: ranked.length - total, hits };
  }

  facets(query: Query & { field: string; limit?: number }): FacetCount[] {
    const found = this.tiers(query, query.field);
    const full = found.filter((each) => each.tier < 2);
    const values = new Set([...this.shelf.docs.flatMap((doc) => doc.record.values[query.field] ?? [])]);
    const tree = this.fields.values.find((field) => field.name === query.field)!.tree;
    return [...values]
      .map((value) => ({
        value,
        count: (full.length > 0 ? full : found).filter(({ doc }) =>
          (doc.record.values[query.field] ?? []).some((own) => (tree ? own.startsWith(value) : own === value)),
        ).length,
      }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || Buffer.compare(Buffer.from(a.value), Buffer.from(b.value)))
      .slice(0, query.limit ?? 10_000);
  }

  /** Returns the completions of the given fields in which the typed text starts at any word. */
  suggest({
    q,
    visible,
    fields,
    limit = 10,
  }: {
    q: string;
    visible: readonly string[];
    fields: readonly string[];
    limit?: number;
  }): Suggestion[] {
    const words = completionKey(q, 'de');
    if (words === '') return [];
    const typed = /\s$/.test(q) ? `${words} ` : words;
    const seen = this.shelf.docs.filter((doc) => doc.record.visible.some((token) => visible.includes(token)));
    const found = new Map<string, Suggestion & { key: string; begins: boolean; title: boolean }>();
    for (const name of fields) {
      const f = this.fields.text.findIndex((field) => field.name === name);
      const title = this.fields.text[f]!.exact === true;
      const counts = new Map<string, { count: number; text: string; id: string }>();
      for (const doc of seen) {
        for (const [key, text] of doc.completions[f]!) {
          if (!key.startsWith(typed) && !key.includes(` ${typed}`)) continue;
          const known = counts.get(key) ?? { count: 0, text, id: doc.record.id };
          counts.set(key, { ...known, count: known.count + 1 });
        }
      }
      for (const [key, { count, text, id }] of counts) {
        const kept = title ? `title ${key}` : key;
        if (count > (found.get(kept)?.count ?? 0))
          found.set(kept, { key, text, field: name, count, begins: key.startsWith(typed), title, ...(title && count === 1 && { id }) });
      }
    }
    const rank = ({ key, count, begins }: { key: string; count: number; begins: boolean }): number =>
      key === typed ? Number.MAX_SAFE_INTEGER : begins ? 3 * count : count;
    return [...found.values()]
      .sort(
        (a, b) =>
          rank(b) - rank(a) ||
          Number(b.begins) - Number(a.begins) ||
          Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)) ||
          Number(b.title) - Number(a.title),
      )
      .slice(0, limit)
      .map(({ text, field, count, id }) => ({ text, field, count, ...(id !== undefined && { id }) }));
  }
}

function titleFactor(title: string, query: string, slips: boolean): number {
  const ended = (stem: string, word: string): boolean =>
    stem.length > 3 && ['e', 'n', 's', 'en', 'er', 'es', 'em', 'ern', 'nen', 'se'].some((ending) => stem + ending === word);
  const letters = (text: string): number[] => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
  const allowed = query.length >= 8 ? 2 : query.length >= 4 ? 1 : 0;
  if (title === query || ended(title, query) || ended(query, title)) return 2;
  if (slips && distance(letters(query), letters(title)) <= allowed) return 2;
  if (!title.startsWith(query)) return 1;
  const left = title.slice(query.length);
  if (left.startsWith(' ')) return 1.5 + (0.5 * query.length) / title.length;
  return left.includes(' ') ? 1.2 : 2;
}
