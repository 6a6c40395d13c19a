/** `harvest URL`: takes records over from another repository by OAI-PMH, from the second time on what changed and what went. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mapForeign } from '@fundus/importer/formats/foreign/map';
import { readTerms, type TermMap } from '@fundus/importer/formats/foreign/terms';
import type { OaiPage } from '@fundus/importer/oai/read-page';
import { refuse } from '@fundus/importer/refusal';
import { countRead, formatReport, newReport, type ImportReport } from '@fundus/importer/report';
import { safeIdentifier } from '@fundus/importer/everyday';
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import type { CommandIo } from './claim.ts';
import type { Running } from './commands.ts';
import { readPages } from './harvest-pages.ts';
import { STORE_ARGS, storeBatch, type Line } from './store-batch.ts';

export const HarvestArgs = z.object({
  url: z.url({ protocol: /^https?$/ }),
  metadataPrefix: z.string().min(1).max(60),
  set: z.string().min(1).max(200).optional(),
  /** Before every identifier: nothing that begins otherwise is changed or taken out. */
  prefix: z.string().regex(/^[^\s/\\]{2,40}$/),
  terms: z.string().optional(),
  ...STORE_ARGS,
  /** From the beginning, whatever was taken over before. */
  whole: z.boolean().default(false),
});
type HarvestArgs = z.output<typeof HarvestArgs>;

const DAY = 86_400_000;

/** `responseDate` of the first page of the last harvest that came to its end; `token`: where one was broken off. */
const State = z.object({ since: z.string().optional(), began: z.string().optional(), token: z.string().optional() });
type State = z.output<typeof State>;

export async function harvest(running: Running, args: HarvestArgs, io: CommandIo): Promise<number> {
  const { portal } = running;
  const terms = await readTermsOf(args.terms);
  const store = stateOf(running, args);
  const state: State = args.whole ? {} : await store.read();
  const report = newReport();
  let gone = 0;
  let began = state.token ? state.began : undefined;
  const from = state.since && overlapping(state.since);
  const pages = readPages(portal, { url: args.url, metadataPrefix: args.metadataPrefix, set: args.set }, { from, token: state.token }, () =>
    running.giveWay?.throwIfAborted(),
  );
  for await (const page of pages) {
    began ??= page.responseDate;
    gone += await storePage(running, args, terms, page, report);
    io.progress(report.read, page.size ?? report.read);
    if (!args.dryRun && page.token) await store.write({ ...state, began, token: page.token });
  }
  if (!args.dryRun) {
    await store.write({ since: began });
    await running.follower.catchUp();
  }
  io.line(formatReport(report, { dryRun: args.dryRun }));
  io.line(`${gone} ${args.dryRun ? 'would be' : 'were'} taken out because the source has them no more.`);
  return report.refused > 0 ? 1 : 0;
}

async function readTermsOf(path: string | undefined): Promise<TermMap | undefined> {
  if (path === undefined) return undefined;
  const { terms, errors } = readTerms(await readFile(path, 'utf8'));
  if (errors) throw new OperatorError(errors.join('\n'));
  return terms;
}

/** A day before, in the granularity of the source: what is twice is found unchanged. */
function overlapping(since: string): string | undefined {
  const moment = new Date(since);
  if (Number.isNaN(moment.getTime())) return undefined;
  const before = new Date(moment.getTime() - DAY).toISOString();
  return since.includes('T') ? before.replace(/\.\d{3}Z$/, 'Z') : before.slice(0, 10);
}

/** One file for each source, beside the database: without it everything is taken over once more. */
function stateOf({ env }: Running, { url, metadataPrefix, set = '', prefix }: HarvestArgs) {
  const folder = join(env.dataDir, 'harvests');
  const name = createHash('sha256').update([url, metadataPrefix, set, prefix].join('\n')).digest('hex').slice(0, 32);
  const path = join(folder, `${name}.json`);
  return {
    read: async (): Promise<State> => {
      const text = await readFile(path, 'utf8').catch(() => '{}');
      return State.catch({}).parse(JSON.parse(text));
    },
    write: async (state: State): Promise<void> => {
      await mkdir(folder, { recursive: true });
      await writeFile(`${path}.part`, JSON.stringify({ url, metadataPrefix, set, prefix, ...state }));
      await rename(`${path}.part`, path);
    },
  };
}

/** Gives how many were taken out. Records of a page are numbered through the harvest, as lines of a file are. */
async function storePage(
  { portal }: Running,
  args: HarvestArgs,
  terms: TermMap | undefined,
  page: OaiPage,
  report: ImportReport,
): Promise<number> {
  const lines: Line[] = [];
  for (const { deleted, foreign } of page.records) {
    if (deleted) continue;
    const line = report.read + 1;
    const outcome = foreign ? mapForeign(foreign, { terms, prefix: args.prefix }) : { refusal: refuse('line', 'object', 'metadata') };
    countRead(report, { line, ...outcome });
    if (outcome.record) lines.push({ line, record: outcome.record });
  }
  const gone = page.records.flatMap(({ deleted, identifier }) => (deleted ? [safeIdentifier(args.prefix + identifier)] : []));
  return storeBatch(portal, lines, args, report, gone);
}
