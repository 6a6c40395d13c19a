/** What a run has done so far, as it is kept beside it: whoever goes on with it goes on counting. Pure. */
import type { ImportSample } from '@fundus/contract/imports/runs';
import type { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import { gradeLabel } from '@fundus/contract/reference/grade-levels';
import { languageLabel } from '@fundus/contract/reference/languages';
import { mediaType } from '@fundus/contract/reference/media-types';
import { subjectLabel } from '@fundus/contract/reference/subjects';
import { readPlainText } from '@fundus/importer/markup-text';
import { newReport, type ImportReport } from '@fundus/importer/report';

type KeptNote = { field: string; reason: string; count: number; examples: string[] };

/** `skipped`: records of a file that were dealt with; `attempts`: how often a repository was not there in a row. */
export type KeptReport = {
  counts: {
    read: number;
    stored: number;
    changed: number;
    unchanged: number;
    joined: number;
    refused: number;
    gone: number;
    unlicensed?: number;
  };
  notes: KeptNote[];
  samples: ImportSample[];
  attempts: number;
  /** How often a repository did not know its own token any more. */
  restarts?: number;
};

export const emptyReport = (): KeptReport => ({
  counts: { read: 0, stored: 0, changed: 0, unchanged: 0, joined: 0, refused: 0, gone: 0 },
  notes: [],
  samples: [],
  attempts: 0,
});

/** Many words of one kind are unknown: their examples are what the table of words is filled from. */
const EXAMPLES = 40;

export function toReport({ counts, notes }: KeptReport): ImportReport {
  const { read, stored, changed, unchanged, refused } = counts;
  const entries = notes.map((note) => [`${note.field} ${note.reason}`, structuredClone(note)] as const);
  return { ...newReport(Infinity, EXAMPLES), read, stored, changed, unchanged, refused, notes: new Map(entries) as ImportReport['notes'] };
}

export const toKept = (
  report: ImportReport,
  { counts, ...kept }: KeptReport,
  more: { joined: number; gone: number; unlicensed: number },
): KeptReport => {
  const { read, stored, changed, unchanged, refused } = report;
  return {
    ...kept,
    counts: {
      ...{ read, stored, changed, unchanged, refused, joined: counts.joined + more.joined, gone: counts.gone + more.gone },
      unlicensed: (counts.unlicensed ?? 0) + more.unlicensed,
    },
    notes: [...report.notes.values()].sort((a, b) => b.count - a.count),
    attempts: 0,
  };
};

/** The record as a reader would find it. */
export const sampleOf = (record: MediaRecord): ImportSample => ({
  identifier: record.identifier,
  title: record.fn_titel,
  text: record.fn_kurztext || readPlainText(record.fn_text).slice(0, 300),
  type: mediaType(record.fn_typ).label,
  subjects: record.fn_geb.map(subjectLabel),
  audience: record.fn_adressat.map(gradeLabel),
  languages: record.fn_sprache.map(languageLabel),
  producer: record.fn_prodname,
  year: record.year ?? null,
});
