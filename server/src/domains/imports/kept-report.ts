/** Progress of a run. It is stored with the run, so that another process can continue it. Pure. */
import type { ImportSample } from '@fundus/contract/imports/runs';
import type { MediaRecord } from '@fundus/contract/catalogue/catalogue';
import { subjectLabel } from '@fundus/contract/reference/subjects';
import { readPlainText } from '@fundus/importer/markup-text';
import { newReport, type ImportReport } from '@fundus/importer/report';

type KeptNote = { field: string; reason: string; count: number; examples: string[] };

/** Stored progress. `skipped` is the number of processed records of a file, `attempts` the number of consecutive failures of a repository. */
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
  /** Number of times the repository no longer accepted its token. */
  restarts?: number;
};

export const emptyReport = (): KeptReport => ({
  counts: { read: 0, stored: 0, changed: 0, unchanged: 0, joined: 0, refused: 0, gone: 0 },
  notes: [],
  samples: [],
  attempts: 0,
});

/** Maximum number of examples per kind of unknown term. An administrator assigns them to terms of the portal. */
const EXAMPLES = 40;

export function toReport({ counts, notes }: KeptReport): ImportReport {
  const { read, stored, changed, unchanged, refused } = counts;
  const entries = notes.map((note) => [`${note.field} ${note.reason}`, structuredClone(note)] as const);
  return { ...newReport(Infinity, EXAMPLES), read, stored, changed, unchanged, refused, notes: new Map(entries) as ImportReport['notes'] };
}

export const toKeptReport = (
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

/** Returns a record in the form shown to administrators. */
export const sampleOf = (record: MediaRecord): ImportSample => ({
  identifier: record.identifier,
  title: record.fn_titel,
  text: record.fn_kurztext || readPlainText(record.fn_text).slice(0, 300),
  fn_typ: record.fn_typ,
  subjects: record.fn_geb.map((code) => ({ code, label: subjectLabel(code) })),
  fn_adressat: record.fn_adressat,
  fn_sprache: record.fn_sprache,
  producer: record.fn_prodname,
  year: record.year ?? null,
});
