/** Records → a raw segment: whole words only. `merge` makes it complete. */
import type { SearchRecord } from '../door.ts';
import type { Language } from '../analysis/stem.ts';
import { languageOf } from '../analysis/stem.ts';
import { sortKey } from '../analysis/fold.ts';
import { hash } from '../analysis/variants.ts';
import { asBuffer, packStrings, sortStrings } from './dictionary.ts';
import { impactOf } from './impact.ts';
import { growingBytes, growingWords, push, pushByte, pushVarint, reserveBytes } from './memory.ts';
import type { GrowingBytes } from './memory.ts';
import type { Fields, Segment } from './segment.ts';
import { JOINT } from './segment.ts';
import type { Interner } from './interner.ts';
import { createInterner } from './interner.ts';
import { valueCollector } from './value-index.ts';
import { wordStems } from './words.ts';

/** Longest text, in characters, that is offered as a completion. */
export const LONGEST_COMPLETION = 100;
/** Words further into a field than this share one place. */
const LAST_PLACE = 0x0fffffff;

type Word = { surface: string; ids: number[]; terms: number[] };

/** The records must be in the order of their ids, each id once. */
export function invert(records: readonly SearchRecord[], fields: Fields): Segment {
  const words = new Map<Language, Interner<Word>>();
  const termIds = new Map<string, number>();
  const surfaceIds = new Map<string, number>();
  const surfaces: { surface: string; term: number; live: number; last: number }[] = [];
  const lastRecord: number[] = [];
  const slotOf: number[] = [];
  const languages: string[] = [];
  const language = new Uint8Array(new SharedArrayBuffer(records.length));
  const texts: string[] = [];
  const titleKeys: string[] = [];
  const titlePairs: bigint[] = [];
  const visible = valueCollector();
  const values = fields.values.map(() => valueCollector());
  const completions = fields.text.map(() => valueCollector());
  const numbers = fields.numbers.map(() => new Float64Array(new SharedArrayBuffer(records.length * 8)).fill(NaN));
  const postingTerm = growingWords(records.length * 32);
  const postingRecord = growingWords(records.length * 32);
  const impacts = growingBytes(records.length * 32);
  const masks = growingBytes(records.length * 32);
  const places = growingBytes(records.length * 96);
  const slots: { term: number; places: number[] }[] = [];
  const lengths = new Uint32Array(fields.text.length);
  const counts = new Uint32Array(fields.text.length);

  const learnWord = (raw: string, lang: Language): Word => {
    const written = wordStems(raw, lang);
    const word: Word = { surface: written[0]?.surface ?? '', ids: [], terms: [] };
    for (const { surface, stem } of written) {
      let term = termIds.get(stem);
      if (term === undefined) {
        term = termIds.size;
        termIds.set(stem, term);
        lastRecord.push(-1);
        slotOf.push(0);
      }
      const key = `${surface}\u0000${stem}`;
      let id = surfaceIds.get(key);
      if (id === undefined) {
        id = surfaces.length;
        surfaceIds.set(key, id);
        surfaces.push({ surface, term, live: 0, last: -1 });
      }
      word.ids.push(id);
      word.terms.push(term);
    }
    return word;
  };

  for (let r = 0; r < records.length; r++) {
    const record = records[r]!;
    const code = record.language ?? '';
    let number = languages.indexOf(code);
    if (number < 0) number = languages.length < 255 ? languages.push(code) - 1 : 0;
    language[r] = number;
    const lang = languageOf(languages[number]);
    let known = words.get(lang);
    if (known === undefined) words.set(lang, (known = createInterner((raw) => learnWord(raw, lang))));
    let used = 0;
    let titleKey: string | undefined;
    for (let f = 0; f < fields.text.length; f++) {
      const elements = textElements(record.text[fields.text[f]!.name]);
      texts.push(elements.join(JOINT));
      let place = 0;
      let length = 0;
      for (const element of elements) {
        const key: string[] = [];
        const keyed = fields.text[f]!.exact || element.length <= LONGEST_COMPLETION;
        known.each(element, (word) => {
          if (word.surface === '') return;
          if (keyed) key.push(word.surface);
          const value = Math.min(place++, LAST_PLACE) * 8 + f;
          length++;
          for (let i = 0; i < word.terms.length; i++) {
            const term = word.terms[i]!;
            if (lastRecord[term] !== r) {
              lastRecord[term] = r;
              slotOf[term] = used;
              const slot = slots[used] ?? (slots[used] = { term: 0, places: [] });
              slot.term = term;
              slot.places.length = 0;
              used++;
            }
            slots[slotOf[term]!]!.places.push(value);
            const surface = surfaces[word.ids[i]!]!;
            if (surface.last !== r) {
              surface.last = r;
              surface.live++;
            }
          }
        });
        place++;
        const folded = key.join(' ');
        if (folded === '') continue;
        if (fields.text[f]!.exact) titlePairs.push((BigInt(hash(folded)) << 32n) | BigInt(r));
        if (element.length <= LONGEST_COMPLETION) completions[f]!.add(r, folded);
      }
      if (fields.text[f]!.exact && titleKey === undefined) titleKey = sortKey(elements[0] ?? '');
      lengths[f] = length;
    }
    titleKeys.push(titleKey ?? '');
    for (let s = 0; s < used; s++) {
      const slot = slots[s]!;
      if (slot.places.length > 1) slot.places.sort((a, b) => a - b);
      counts.fill(0);
      let mask = 0;
      for (const value of slot.places) {
        counts[value & 7]!++;
        mask |= 1 << (value & 7);
      }
      push(postingTerm, slot.term);
      push(postingRecord, r);
      pushByte(impacts, impactOf(fields, counts, lengths));
      pushByte(masks, mask);
      pushPlaces(places, slot.places);
    }
    fields.values.forEach((field, v) => {
      for (const value of record.values[field.name] ?? []) values[v]!.add(r, value);
    });
    for (const token of record.visible) visible.add(r, token);
    fields.numbers.forEach((name, n) => {
      numbers[n]![r] = record.numbers[name] ?? NaN;
    });
  }

  const terms = sortStrings([...termIds.keys()]);
  const rank = new Uint32Array(terms.length);
  terms.forEach((term, at) => (rank[termIds.get(term)!] = at));
  const order = new Map(sortStrings([...surfaceIds.keys()]).map((key, at) => [key, at]));
  const surfaceTerm = new Uint32Array(surfaces.length);
  const surfaceLive = new Uint32Array(surfaces.length);
  const surfaceStrings = new Array<string>(surfaces.length);
  for (const [key, id] of surfaceIds) {
    const at = order.get(key)!;
    surfaceTerm[at] = rank[surfaces[id]!.term]!;
    surfaceLive[at] = surfaces[id]!.live;
    surfaceStrings[at] = surfaces[id]!.surface;
  }
  const titles = BigUint64Array.from(titlePairs).sort();
  return {
    size: records.length,
    languages,
    ids: dictionaryOf(records.map((record) => record.id)),
    texts: dictionaryOf(texts),
    language,
    terms: dictionaryOf(terms),
    termLive: new Uint32Array(0),
    postings: placePostings(
      terms.length,
      rank,
      postingTerm.array.subarray(0, postingTerm.length),
      postingRecord.array,
      impacts.array,
      masks.array,
      places.array,
    ),
    parts: { start: new Uint32Array(terms.length + 1), terms: new Uint32Array(0) },
    surfaces: dictionaryOf(surfaceStrings),
    surfaceTerm,
    surfaceLive,
    variants: { hashes: new Uint32Array(0), surfaces: new Uint32Array(0) },
    titles: {
      hashes: Uint32Array.from(titles, (pair) => Number(pair >> 32n)),
      records: Uint32Array.from(titles, (pair) => Number(pair & 0xffffffffn)),
    },
    titleKeys: dictionaryOf(titleKeys),
    titleRank: new Uint32Array(0),
    values: values.map((collector) => collector.finish()),
    visible: visible.finish(),
    completions: completions.map((collector) => collector.finish()),
    numbers,
  };
}

/** The elements of a text field; the joint between stored elements cannot occur in them. */
export function textElements(text: string | readonly string[] | undefined): string[] {
  if (text === undefined) return [];
  const elements = typeof text === 'string' ? [text] : text;
  return elements
    .filter((element) => element !== '')
    .map((element) => (element.includes(JOINT) ? element.replaceAll(JOINT, ' ') : element));
}

export function dictionaryOf(strings: readonly string[]): Segment['ids'] {
  const { bytes, offsets } = packStrings(strings);
  return { bytes: asBuffer(bytes), offsets };
}

function pushPlaces(bytes: GrowingBytes, places: readonly number[]): void {
  reserveBytes(bytes, 5 + places.length * 5);
  const lengthAt = bytes.length++;
  let last = 0;
  for (const place of places) {
    pushVarint(bytes, place - last);
    last = place;
  }
  const size = bytes.length - lengthAt - 1;
  if (size < 255) {
    bytes.array[lengthAt] = size;
    return;
  }
  bytes.array.copyWithin(lengthAt + 5, lengthAt + 1, bytes.length);
  bytes.length += 4;
  bytes.array[lengthAt] = 255;
  new DataView(bytes.array.buffer).setUint32(lengthAt + 1, size, true);
}

/** From the order of records to the order of stems. */
function placePostings(
  terms: number,
  rank: Uint32Array,
  postingTerm: Uint32Array,
  postingRecord: Uint32Array,
  impacts: Uint8Array,
  masks: Uint8Array,
  places: Uint8Array,
): Segment['postings'] {
  const count = postingTerm.length;
  const start = new Uint32Array(terms + 1);
  const byteStart = new Float64Array(terms + 1);
  const sizes = new Uint32Array(count);
  const view = new DataView(places.buffer);
  for (let p = 0, at = 0; p < count; p++) {
    const size = places[at] === 255 ? 5 + view.getUint32(at + 1, true) : 1 + places[at]!;
    sizes[p] = size;
    at += size;
    const term = rank[postingTerm[p]!]!;
    start[term + 1]!++;
    byteStart[term + 1]! += size;
  }
  for (let t = 0; t < terms; t++) {
    start[t + 1]! += start[t]!;
    byteStart[t + 1]! += byteStart[t]!;
  }
  const cursor = start.slice();
  const byteCursor = byteStart.slice();
  const placed: Segment['postings'] = {
    start,
    records: new Uint32Array(count),
    impacts: new Uint8Array(count),
    masks: new Uint8Array(count),
    blocks: new Uint32Array((count >>> 3) + 1),
    bytes: new Uint8Array(byteStart[terms]!),
  };
  for (let p = 0, at = 0; p < count; p++) {
    const term = rank[postingTerm[p]!]!;
    const to = cursor[term]!++;
    placed.records[to] = postingRecord[p]!;
    placed.impacts[to] = impacts[p]!;
    placed.masks[to] = masks[p]!;
    const byteTo = byteCursor[term]!;
    if ((to & 7) === 0) placed.blocks[to >>> 3] = byteTo;
    const size = sizes[p]!;
    for (let i = 0; i < size; i++) placed.bytes[byteTo + i] = places[at + i]!;
    byteCursor[term] = byteTo + size;
    at += size;
  }
  return placed;
}
