/** Counts records of OAI-PMH pages and determines where a harvest starts. Pure. */
import { DAY } from '@fundus/contract/days';
import type { OaiIdentity, OaiPage } from '@fundus/importer/oai/read-page';
import { countRead, type ImportReport } from '@fundus/importer/report';
import type { Line } from './store-batch.ts';

/**
 * Returns the records of pages, numbered throughout the harvest like lines of a file. `named` contains the identifiers of all records that are not
 * deleted.
 */
export function linesOf(pages: readonly OaiPage[], report: ImportReport): { lines: Line[]; gone: string[]; named: string[] } {
  const lines: Line[] = [];
  const gone: string[] = [];
  const named: string[] = [];
  for (const { identifier, outcome } of pages.flatMap((page) => page.records)) {
    if (outcome.deleted !== undefined) {
      gone.push(outcome.deleted);
      continue;
    }
    const line = report.read + 1;
    countRead(report, { line, ...outcome });
    if (identifier !== '') named.push(identifier);
    if (outcome.record) lines.push({ line, record: outcome.record });
  }
  return { lines, gone, named };
}

/**
 * Returns the `from` arguments to try in order: in the provider's granularity, as a day (which every provider must accept), and `undefined` for the
 * whole list. The times are a day before the last harvest, because records may be dated earlier than they appear.
 */
export function listHarvestStarts(since: string | null | undefined, granularity: OaiIdentity['granularity']): (string | undefined)[] {
  const moment = new Date(since ?? NaN);
  if (Number.isNaN(moment.getTime())) return [undefined];
  const before = new Date(moment.getTime() - DAY).toISOString();
  const day = before.slice(0, 10);
  return granularity === 'second' ? [before.replace(/\.\d{3}Z$/, 'Z'), day, undefined] : [day, undefined];
}
