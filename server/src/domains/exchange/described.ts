/** Describes a medium for other systems, using only terms and addresses that are meaningful outside the portal. */
import { coverHref } from '@fundus/contract/files/files';
import { hasTags } from '@fundus/contract/markup';
import { gradeLabel, gradeSpan } from '@fundus/contract/reference/grade-levels';
import { mediaType, type MediaType } from '@fundus/contract/reference/media-types';
import { subjectLabel } from '@fundus/contract/reference/subjects';
import { href } from '@fundus/contract/screens';
import type { FrontendConfig } from '@fundus/contract/config';
import { plainWordsOf } from '../../rich-text/rich-text.ts';
import type { CardRow } from '../catalogue/index.ts';

export type DescribedMedium = {
  identifier: string;
  /** Identifiers of the work. */
  isbn: string | null;
  ean: string | null;
  doi: string | null;
  /** Address of the page of the medium. */
  address: string;
  cover: string;
  title: string;
  short: string;
  description: string;
  subjects: { code: string; label: string }[];
  keywords: string[];
  languages: string[];
  type: MediaType;
  /** MIME type of the main file. Empty if there is none. */
  format: string;
  publisher: string;
  year: number | null;
  /** Day on which the medium was added to the catalogue. */
  published: string;
  duration: number | null;
  grades: { code: string; label: string }[];
  /** First and last grade, or `null` if no grade is given. */
  classes: { from: number; to: number } | null;
  /** True if the medium is free for everyone. */
  free: boolean;
  rightsNote: string;
  /** Address of the open licence, or `null`. */
  licence: string | null;
};

/** Origin of the portal without a trailing slash, and its configuration. */
export type Site = { origin: string; config: FrontendConfig };

export const pageOf = ({ config }: Site, identifier: string): string =>
  config.Katalog ? href('csearch-media-detail', { mediaId: identifier }) : href('search-media-detail', { mediaId: identifier });

export function describeMedium(site: Site, row: CardRow): DescribedMedium {
  const cover = coverHref(row, row.own ? '' : site.config.CoverService);
  const text = row.fn_text || row.fn_kurztext;
  return {
    identifier: row.identifier,
    ...{ isbn: row.isbn, ean: row.ean, doi: row.doi },
    address: site.origin + pageOf(site, row.identifier),
    cover: cover.startsWith('/') ? site.origin + cover : cover,
    title: row.fn_titel,
    short: row.fn_kurztext,
    description: (hasTags(text) ? plainWordsOf(text) : text).trim(),
    subjects: row.fn_geb.map((code) => ({ code, label: subjectLabel(code) })),
    keywords: row.fn_schlag,
    languages: row.fn_sprache,
    type: mediaType(row.fn_typ),
    format: row.parts.find(({ role }) => role === 'main')?.mime ?? (row.url ? 'text/html' : ''),
    publisher: row.fn_prodname,
    year: row.year,
    published: row.published,
    duration: row.duration,
    grades: row.fn_adressat.map((code) => ({ code, label: gradeLabel(code) })),
    classes: gradeSpan(row.fn_adressat),
    free: row.free,
    rightsNote: row.rights_note ?? '',
    licence: licenceAddress(row.rights_note ?? ''),
  };
}

/** Returns the address of a licence such as `CC BY-SA 4.0` or `CC0`. An address is returned unchanged. A licence without a version has no address. */
export function licenceAddress(note: string): string | null {
  const address = /https?:\/\/creativecommons\.org\/(?:licenses|publicdomain)\/[\w./-]+/.exec(note)?.[0];
  if (address) return address.replace(/^http:/, 'https:').replace(/deed\.\w+$/, '');
  if (/\bCC[ -]?0\b|\bCC Zero\b/i.test(note)) return 'https://creativecommons.org/publicdomain/zero/1.0/';
  const named = /\bCC[ -](BY(?:-(?:NC|ND|SA)){0,2})[ -]([1-4]\.[05])\b/i.exec(note);
  return named ? `https://creativecommons.org/licenses/${named[1]!.toLowerCase()}/${named[2]}/` : null;
}

/** Returns seconds as an ISO 8601 duration such as `PT12M30S`. */
export function isoDuration(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, Math.round(seconds) % 60];
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest || seconds < 60 ? `${rest}S` : ''}`;
}
