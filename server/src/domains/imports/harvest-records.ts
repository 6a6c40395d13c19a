/** Records of pages of OAI-PMH → records of ours, and what went. */
import { DAY } from '@fundus/contract/days';
import { safeIdentifier } from '@fundus/importer/everyday';
import { mapForeign } from '@fundus/importer/formats/foreign/map';
import type { TermMap } from '@fundus/importer/formats/foreign/terms';
import type { OaiPage } from '@fundus/importer/oai/read-page';
import { refuse } from '@fundus/importer/refusal';
import { countRead, type ImportReport } from '@fundus/importer/report';
import type { Line } from './store-batch.ts';

/** Records are numbered through the harvest, as lines of a file are. */
export function linesOf(
  pages: readonly OaiPage[],
  { terms, prefix }: { terms: TermMap | undefined; prefix: string },
  report: ImportReport,
): { lines: Line[]; gone: string[] } {
  const lines: Line[] = [];
  const records = pages.flatMap((page) => page.records);
  for (const { deleted, foreign } of records) {
    if (deleted) continue;
    const line = report.read + 1;
    const outcome = foreign ? mapForeign(foreign, { terms, prefix }) : { refusal: refuse('line', 'object', 'metadata') };
    countRead(report, { line, ...outcome });
    if (outcome.record) lines.push({ line, record: outcome.record });
  }
  const gone = records.flatMap(({ deleted, identifier }) => (deleted ? [safeIdentifier(prefix + identifier)] : []));
  return { lines, gone };
}

/** A day before, in the granularity of the source: what is twice is found unchanged. */
export function overlapping(since: string): string | undefined {
  const moment = new Date(since);
  if (Number.isNaN(moment.getTime())) return undefined;
  const before = new Date(moment.getTime() - DAY).toISOString();
  return since.includes('T') ? before.replace(/\.\d{3}Z$/, 'Z') : before.slice(0, 10);
}
