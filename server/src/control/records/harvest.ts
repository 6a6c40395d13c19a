/** Command `harvest URL`: imports records from another repository through OAI-PMH. Later runs transfer only changed and deleted records. */
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readTerms, type TermMap } from '@fundus/importer/formats/foreign/terms';
import { formatReport, newReport } from '@fundus/importer/report';
import { z } from 'zod';
import { OperatorError } from '../../operator-error.ts';
import { replaceFile } from '../../storage/replace-file.ts';
import type { CommandIo } from '../claim.ts';
import { requireSourceByName } from './source-named.ts';
import { STORE_ARGS, fetchIdentity, groupPages, linesOf, listHarvestStarts, readPages, storeBatch } from '../../domains/imports/index.ts';
import type { Running } from '../running.ts';

export const HarvestArgs = z.object({
  url: z.url({ protocol: /^https?$/ }),
  metadataPrefix: z.string().min(1).max(60),
  set: z.string().min(1).max(200).optional(),
  /** Prefix of every identifier. Records with another prefix are never changed or removed. */
  prefix: z
    .string()
    .regex(/^[^\s/\\]{2,40}$/)
    .optional(),
  /** Name or prefix of an import source. Explicit options override the settings of the source. */
  from: z.string().optional(),
  terms: z.string().optional(),
  ...STORE_ARGS,
  /** Harvests everything and ignores the state of earlier harvests. */
  whole: z.boolean().default(false),
});
type HarvestArgs = z.output<typeof HarvestArgs>;

/**
 * State of a source. `since` is the `responseDate` of the first page of the last complete harvest. `token` is the resumption token of an interrupted
 * harvest.
 */
const State = z.object({ since: z.string().optional(), began: z.string().optional(), token: z.string().optional() });
type State = z.output<typeof State>;

export async function harvest(running: Running, given: HarvestArgs, io: CommandIo): Promise<number> {
  const { portal } = running;
  const named = given.from === undefined ? undefined : await requireSourceByName(running, given.from);
  const prefix = given.prefix ?? named?.prefix;
  if (prefix === undefined) throw new OperatorError('prefix: set --prefix, or --from with a source that has a prefix');
  const args = { ...given, prefix, licence: given.licence ?? named?.licence };
  const terms = (await readTermsOf(args.terms)) ?? named?.terms;
  const store = stateOf(running, args);
  const state: State = args.whole ? {} : await store.read();
  const report = newReport();
  let retired = 0;
  let began = state.token ? state.began : undefined;
  const { granularity } = state.token ? { granularity: null } : await fetchIdentity(portal, args.url);
  const from = listHarvestStarts(state.since, granularity);
  const list = { url: args.url, metadataPrefix: args.metadataPrefix, set: args.set, options: { terms, prefix } };
  const owner = { prefix, districtId: named?.districtId ?? null, adopts: named === undefined };
  const pages = readPages(portal, list, { from, token: state.token }, () => running.giveWay?.throwIfAborted());
  for await (const group of groupPages(pages)) {
    const last = group.at(-1)!;
    began ??= group[0]!.responseDate;
    const { lines, gone: went } = linesOf(group, report);
    retired += (await storeBatch(portal, lines, args, report, { gone: went, owner })).gone;
    io.progress(report.read, last.size ?? report.read);
    if (!args.dryRun && last.token) await store.write({ ...state, began, token: last.token });
  }
  if (!args.dryRun) {
    await store.write({ since: began });
    await running.follower.catchUp();
  }
  io.line(formatReport(report, { dryRun: args.dryRun }));
  io.line(`${retired} ${args.dryRun ? 'would be' : 'were'} removed because the source no longer has them.`);
  return report.refused > 0 ? 1 : 0;
}

async function readTermsOf(path: string | undefined): Promise<TermMap | undefined> {
  if (path === undefined) return undefined;
  const { terms, errors } = readTerms(await readFile(path, 'utf8'));
  if (errors) throw new OperatorError(errors.join('\n'));
  return terms;
}

/**
 * Reads and writes the state of a source, which is stored in one file per source next to the database. Without the file, everything is harvested
 * again.
 */
function stateOf({ env }: Running, { url, metadataPrefix, set = '', prefix }: HarvestArgs & { prefix: string }) {
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
      await replaceFile(path, JSON.stringify({ url, metadataPrefix, set, prefix, ...state }));
    },
  };
}
