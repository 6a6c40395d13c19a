/** The pages of an OAI-PMH provider, one after the other, as politely as the protocol asks. */
import type { OaiPage } from '@fundus/importer/oai/read-page';
import type { RunProblem } from '@fundus/contract/imports/imports';
import { inChild, TaskStopped } from '../../child-process/run-in-child.ts';
import type { Portal } from '../../http/context.ts';
import { OperatorError } from '../../operator-error.ts';
import { RemoteError } from '../../remote/remote.ts';
import type * as pageReader from './read-page.ts';

export type HarvestSource = { url: string; metadataPrefix: string; set?: string | undefined };

const PAGE_BYTES = 32 * 1024 * 1024;
const PAGE_MS = 120_000;
const { readPage } = inChild<typeof pageReader>(new URL('./read-page.ts', import.meta.url), { seconds: 20, megabytes: 1_024 });
/** A harvest came to nothing; `passes`: it may be different in a while. */
export class HarvestProblem extends OperatorError {
  override readonly name = 'HarvestProblem';
  readonly code: RunProblem;
  readonly passes: boolean;
  constructor(code: RunProblem, message: string, { passes = false } = {}) {
    super(message);
    this.code = code;
    this.passes = passes;
  }
}

/** Waits before a page is asked for again: a provider that is busy, or away. */
const WAITS = [5_000, 30_000, 60_000, 120_000];
/** Between pages as long as the last answer took, at most this. */
const MOST_PAUSE = 5_000;
const MOST_PAGES = 1_000_000;

type At = Pick<Portal, 'remote' | 'pause'>;

/** From a moment on, or going on at a token. Throws `HarvestProblem` where it comes to nothing; with no `waits` at once. */
export async function* readPages(
  at: At,
  source: HarvestSource,
  { from, token: first, waits = WAITS }: { from?: string | undefined; token?: string | undefined; waits?: readonly number[] },
  giveWay: () => void,
): AsyncGenerator<OaiPage> {
  const begin = { metadataPrefix: source.metadataPrefix, ...(source.set && { set: source.set }), ...(from && { from }) };
  const seen = new Set<string>();
  let token = first;
  let restarted = false;
  for (let number = 0; number < MOST_PAGES; number++) {
    giveWay();
    const { page, took } = await ask(at, source.url, token ? { resumptionToken: token } : begin, waits);
    const answered = performance.now();
    if (page.error === 'badResumptionToken' && token && !restarted) {
      // What came already comes once more and is found unchanged.
      [token, restarted] = [undefined, true];
      seen.clear();
      continue;
    }
    if (page.error === 'noRecordsMatch') return yield { ...page, records: [] };
    if (page.error !== '') throw new HarvestProblem(codeOf(page.error), `${source.url}: ${page.error}`);
    yield page;
    if (page.token === '') return;
    if (seen.has(page.token)) throw new HarvestProblem('circle', `${source.url}: gives the same page again and again`);
    seen.add(page.token);
    ({ token } = page);
    // What was done with the page meanwhile is part of the pause.
    const left = Math.min(took, MOST_PAUSE) - (performance.now() - answered);
    if (left > 0) await at.pause(left);
  }
}

/** Of an error the protocol knows, or of a root element it does not. */
const codeOf = (error: string): RunProblem =>
  error === 'cannotDisseminateFormat' ? 'unknown_format' : /^(bad|no|id)[A-Z]/.test(error) ? 'refused' : 'no_oai';

/** `took`: how long the provider worked on it, in milliseconds. */
async function ask(at: At, url: string, more: Record<string, string>, waits: readonly number[]): Promise<{ page: OaiPage; took: number }> {
  for (let attempt = 0; ; attempt++) {
    try {
      const started = performance.now();
      const bytes = await fetchPage(at, url, more);
      const took = performance.now() - started;
      const read = await readPage(bytes, PAGE_BYTES);
      if ('problem' in read) throw new HarvestProblem('bad_reply', `${url}: no XML we read, ${read.problem}`);
      return { page: read.page, took };
    } catch (error) {
      if (error instanceof TaskStopped) throw new HarvestProblem('bad_reply', `${url}: reading it was ${error.message}`);
      if (!(error instanceof RemoteError)) throw error;
      const wait = waits[attempt];
      const passes = ['timeout', 'unreachable'].includes(error.code) || error.status === 503 || error.status === 429;
      if (wait === undefined || !passes)
        throw new HarvestProblem(passes ? 'unreachable' : (PROBLEMS[error.code] ?? 'bad_reply'), `${url}: ${error.message}`, { passes });
      await at.pause(wait);
    }
  }
}

const PROBLEMS: Partial<Record<RemoteError['code'], RunProblem>> = { address: 'address', refused: 'refused', redirect: 'refused' };

async function fetchPage({ remote }: At, url: string, more: Record<string, string>): Promise<Uint8Array> {
  if (!URL.canParse(url)) throw new HarvestProblem('address', `${url} is no address`);
  const asked = new URL(url);
  for (const [name, value] of Object.entries({ verb: 'ListRecords', ...more })) asked.searchParams.set(name, value);
  const { bytes } = await remote({
    url: asked.href,
    enteredBy: 'administrator',
    headers: { accept: 'text/xml' },
    signal: AbortSignal.timeout(PAGE_MS),
    maxBytes: PAGE_BYTES,
  });
  return bytes;
}
