/** Common format for the hits of all external sources. */
import { languageCodes } from '@fundus/contract/reference/languages';
import { isMediaType } from '@fundus/contract/reference/media-types';
import { readPlainText } from '@fundus/importer/markup-text';
import { readAddress, type ForeignRecord, type WorkNumbers } from '@fundus/importer/foreign/foreign-record';
import { z } from 'zod';
import { RemoteError, type RemoteFetch } from './remote.ts';

export type RemoteRecord = {
  /** Global identifiers of the work, such as `isbn:…`, `doi:…` and `ean:…`. */
  numbers: string[];
  title: string;
  description: string;
  creators: string[];
  publisher: string;
  year: number | null;
  /** Code of a media type. */
  type: string;
  languages: string[];
  licence: string;
  /** Address of the work, or an empty string if it must be requested from the source with `handle`. */
  address: string;
  handle: string;
};

export type Answer = { total: number | null; found: RemoteRecord[] };

/** Settings of a source. `key` is decrypted. */
export type SourceSettings = { address: string; scope: string; account: string; key: string };

export type Question = { q: string; limit: number; signal: AbortSignal };

/** Searches a source. Throws `RemoteError`. */
export type Adapter = (remote: RemoteFetch, source: SourceSettings, question: Question) => Promise<Answer>;

/** A hit as read by an adapter, of which any field may be missing. */
export type PartialHit = { [K in keyof RemoteRecord]?: RemoteRecord[K] | null | undefined };

const numbersOf = ({ isbn, ean, doi }: WorkNumbers): string[] => [
  ...isbn.map((number) => `isbn:${number}`),
  ...ean.map((number) => `ean:${number}`),
  ...doi.map((number) => `doi:${number}`),
];

/** Converts a record of an import format to a hit. */
export const fromRecord = (record: ForeignRecord): PartialHit => ({
  ...{ description: record.description, creators: record.creators, publisher: record.publisher, year: record.year },
  title: record.subtitle ? `${record.title}${/[.!?:…]$/.test(record.title) ? '' : '.'} ${record.subtitle}` : record.title,
  numbers: numbersOf(record.numbers),
  type: isMediaType(record.type[0] ?? '') ? record.type[0]! : typeFrom(...record.type),
  languages: record.languages,
  licence: record.rights,
  address: record.address,
});

const LENGTHS = { title: 300, description: 500, creator: 100, publisher: 150, licence: 60 };

/** Returns plain text without markup, with decoded entities, and at most `most` characters long. `~br>` counts as `<br>`, because ARIX uses it. */
export function plainText(words: string | null | undefined, most: number): string {
  const markup = (words ?? '').slice(0, 20_000).replace(/~(\/?[a-z][^<>~]*)>/gi, '<$1>');
  const text = readPlainText(markup)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`;
}

/** Returns an HTTP address that is safe to open, or an empty string for others, such as `javascript:` URLs, paths and URLs with credentials. */
function webAddress(text: string): string {
  const address = readAddress(text);
  const url = address === null ? null : new URL(address);
  return url && url.username === '' && url.password === '' ? url.href : '';
}

/** Returns a name such as "CC BY-SA 4.0" for the URL or key of a known licence. Other texts are returned unchanged. */
export function licenceName(text: string | null | undefined): string {
  const words = text?.trim() ?? '';
  const address = /creativecommons\.org\/(?:licenses|publicdomain)\/([a-z-]+)(?:\/(\d\.\d))?/i.exec(words);
  if (address) {
    const [, terms = '', version = ''] = address;
    const name = { zero: 'CC0', mark: 'Public Domain' }[terms.toLowerCase()] ?? `CC ${terms.toUpperCase()}`;
    return name === 'Public Domain' ? name : `${name} ${version}`.trim();
  }
  if (/^https?:/i.test(words)) return '';
  const key = /^CC_?(0|BY(?:_(?:NC|SA|ND))*)$/i.exec(words.replaceAll('-', '_').replaceAll(' ', '_'));
  if (key) return key[1] === '0' ? 'CC0' : `CC ${key[1]!.toUpperCase().replaceAll('_', '-')}`;
  return plainText(words, LENGTHS.licence);
}

const TYPES: readonly [RegExp, string][] = [
  [/video|film|moving|movie/i, '49'],
  [/audio|sound|music|radio|podcast|hörbuch/i, '29'],
  [/image|picture|bild|photo|karte|map|still/i, '19'],
  [/h5p|interakt|interact|simulation|lernspiel|quiz|test|übung|exercise/i, 'UC_H5P'],
  [/e-?book/i, '79'],
  [/book|buch/i, 'UC_PRINT'],
  [/dvd|blu-?ray/i, '46'],
  [/software|application\/(?!pdf|msword|vnd)|\bapp\b|tool/i, '69'],
  [/course|kurs|package|paket|imscc|scorm/i, '55'],
  [/pdf|text(?!\/html)|document|arbeitsblatt|worksheet|script|msword|vnd\.|presentation|lesson|broschuere/i, '79'],
];
/** Returns the media type that matches the terms of another system. Defaults to a web page. */
export const typeFrom = (...words: readonly (string | null | undefined)[]): string => {
  for (const word of words) {
    const known = word ? TYPES.find(([pattern]) => pattern.test(word)) : undefined;
    if (known) return known[1];
  }
  return '58';
};

/** Cleans hits and removes those without a title or an address. */
export function cleanHits(rough: readonly PartialHit[], limit: number): RemoteRecord[] {
  return rough.slice(0, limit).flatMap((hit) => {
    const title = plainText(hit.title, LENGTHS.title);
    const address = webAddress(hit.address ?? '');
    const handle = hit.handle ?? '';
    if (title === '' || (address === '' && handle === '')) return [];
    return {
      numbers: hit.numbers ?? [],
      title,
      description: plainText(hit.description, LENGTHS.description),
      creators: (hit.creators ?? []).slice(0, 5).flatMap((name) => plainText(name, LENGTHS.creator) || []),
      publisher: plainText(hit.publisher, LENGTHS.publisher),
      year: hit.year ?? null,
      type: hit.type ?? '58',
      languages: [...new Set((hit.languages ?? []).slice(0, 5).flatMap((language) => languageCodes(language).codes))],
      licence: licenceName(hit.licence),
      address,
      handle,
    };
  });
}

/** Appends a path to the address of a source, which may end with a slash. */
export function appendPath(address: string, path: string): URL {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/${path}`;
  return url;
}

/** Returns an `Authorization` header: Basic if there is an account, otherwise Bearer. */
export function authorization({ account, key }: Pick<SourceSettings, 'account' | 'key'>): Record<string, string> {
  if (key === '') return {};
  const basic = `Basic ${Buffer.from(`${account}:${key}`).toString('base64')}`;
  return { authorization: account === '' ? `Bearer ${key}` : basic };
}

const MAX_DEPTH = 64;

/** Returns whether JSON is nested deeper than records can be. Used before parsing. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < json.length; i++) {
    const sign = json[i];
    if (inString) {
      if (sign === '\\') i++;
      else if (sign === '"') inString = false;
    } else if (sign === '"') inString = true;
    else if (sign === '[' || sign === '{') {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (sign === ']' || sign === '}') depth -= 1;
  }
  return false;
}

/** Parses JSON. Throws `bad_reply` if it is nested too deeply or does not match the schema. */
function readJson<S extends z.ZodType>(schema: S, bytes: Buffer): z.output<S> {
  const text = bytes.toString('utf8');
  if (isTooDeep(text)) throw new RemoteError('bad_reply', `more than ${MAX_DEPTH} levels`);
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new RemoteError('bad_reply', error instanceof z.ZodError ? 'another form than expected' : 'no JSON');
  }
}

/** Sends a request and returns its validated JSON reply. */
export async function fetchJson<S extends z.ZodType>(
  remote: RemoteFetch,
  source: SourceSettings,
  { url, body, schema, signal }: { url: URL; body?: object; schema: S; signal: AbortSignal },
): Promise<z.output<S>> {
  const { bytes } = await remote({
    url: url.href,
    enteredBy: 'administrator',
    method: body ? 'POST' : 'GET',
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...authorization(source) },
    ...(body && { body: JSON.stringify(body) }),
    signal,
  });
  return readJson(schema, bytes);
}
