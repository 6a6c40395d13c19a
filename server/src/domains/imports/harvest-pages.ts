/** Requests the pages of an OAI-PMH provider one after the other, with the pauses that the protocol requires. */
import type { RunProblem } from '@fundus/contract/imports/runs';
import type { ForeignOptions } from '@fundus/importer/formats/foreign/map';
import type { OaiIdentity, OaiPage } from '@fundus/importer/oai/read-page';
import { inChild, TaskStopped } from '../../child-process/run-in-child.ts';
import type { Portal } from '../../http/context.ts';
import { OperatorError } from '../../operator-error.ts';
import { RemoteError } from '../../remote/remote.ts';
import type * as pageReader from './read-page.ts';

/** Source of a harvest. `options` contain the prefix and the terms for its records. */
export type HarvestSource = { url: string; metadataPrefix: string; set?: string | undefined; options: ForeignOptions };

const PAGE_BYTES = 32 * 1024 * 1024;
const PAGE_MS = 120_000;
const { readPage, readProvider } = inChild<typeof pageReader>(new URL('./read-page.ts', import.meta.url), {
  seconds: 20,
  megabytes: 1_024,
});

/** A failed harvest. `passes` is true if a retry may succeed. `retryAfter` is the delay in seconds that the provider asks for. */
export class HarvestProblem extends OperatorError {
  override readonly name = 'HarvestProblem';
  readonly code: RunProblem;
  readonly passes: boolean;
  readonly retryAfter: number;
  constructor(code: RunProblem, message: string, { passes = false, retryAfter = 0 } = {}) {
    super(message);
    this.code = code;
    this.passes = passes;
    this.retryAfter = retryAfter;
  }
}

/** Delays in milliseconds before a page is requested again from a busy or unavailable provider. */
const WAITS = [5_000, 30_000, 60_000, 120_000];
/** Maximum pause between pages in milliseconds. The pause is as long as the last reply took. */
const MAX_PAUSE = 5_000;
const MAX_PAGES = 1_000_000;
/** Maximum delay in seconds that a provider may ask for. */
const MAX_RETRY_AFTER = 24 * 60 * 60;

/** Status codes with which some providers report an unknown token, instead of a protocol error. */
const TOKEN_STATUSES = [400, 404, 410, 422];

type At = Pick<Portal<'pause' | 'remote'>, 'remote' | 'pause'>;

/**
 * Start of a harvest. `from` lists start times to try until the provider accepts one. `token` continues an earlier harvest. `restarted` is called
 * before the list is read from its beginning because the token is unknown.
 */
export type HarvestStart = {
  from?: readonly (string | undefined)[];
  token?: string | undefined;
  waits?: readonly number[];
  restarted?: () => void;
};

/** Returns the provider's identity. All fields are unknown if it does not reply. */
export async function fetchIdentity(at: At, url: string): Promise<OaiIdentity> {
  try {
    const identity = await readProvider(await fetchPage(at, url, { verb: 'Identify' }));
    if (identity) return identity;
  } catch (error) {
    if (!(error instanceof RemoteError || error instanceof TaskStopped || error instanceof HarvestProblem)) throw error;
  }
  return { granularity: null, deleted: null, compression: [] };
}

/** Yields the pages. Retries temporary failures after the delays in `waits`, then throws `HarvestProblem`. */
export async function* readPages(at: At, source: HarvestSource, start: HarvestStart, giveWay: () => void): AsyncGenerator<OaiPage> {
  const { from = [undefined], token: first, waits = WAITS, restarted = () => {} } = start;
  const moments = [...from];
  const begin = (): Record<string, string> => ({
    metadataPrefix: source.metadataPrefix,
    ...(source.set && { set: source.set }),
    ...(moments[0] && { from: moments[0] }),
  });
  const seen = new Set<string>();
  let token = first;
  let forgotten = false;
  for (let number = 0; number < MAX_PAGES; number++) {
    giveWay();
    const { page, took } = await fetchWithRetries(at, source, token ? { resumptionToken: token } : begin(), waits);
    const answered = performance.now();
    if (page.error === 'badResumptionToken' && token && !forgotten) {
      // Records that are read again count as unchanged.
      restarted();
      [token, forgotten] = [undefined, true];
      seen.clear();
      continue;
    }
    if (page.error === 'badArgument' && !token && moments.length > 1) {
      moments.shift();
      continue;
    }
    if (page.error === 'noRecordsMatch') return yield { ...page, records: [] };
    if (page.error !== '') throw new HarvestProblem(codeOf(page.error), `${source.url}: ${page.error}`);
    yield page;
    if (page.token === '') return;
    if (seen.has(page.token)) throw new HarvestProblem('circle', `${source.url}: returns the same page repeatedly`);
    seen.add(page.token);
    ({ token } = page);
    // The time for processing the page is part of the pause.
    const left = Math.min(took, MAX_PAUSE) - (performance.now() - answered);
    if (left > 0) await at.pause(left);
  }
}

/** Returns the problem for a protocol error or an unknown root element. */
const codeOf = (error: string): RunProblem =>
  error === 'cannotDisseminateFormat' ? 'unknown_format' : /^(bad|no|id)[A-Z]/.test(error) ? 'refused' : 'no_oai';

const NO_PAGE: OaiPage = { responseDate: '', error: 'badResumptionToken', records: [], token: '', size: undefined };

type Answered = { page: OaiPage; took: number };

/** Requests a page and retries after the delays in `waits`. `took` is the number of milliseconds until the reply. */
async function fetchWithRetries(
  at: At,
  { url, options }: HarvestSource,
  more: Record<string, string>,
  waits: readonly number[],
): Promise<Answered> {
  for (let attempt = 0; ; attempt++) {
    try {
      const started = performance.now();
      const bytes = await fetchPage(at, url, { verb: 'ListRecords', ...more });
      const took = performance.now() - started;
      const read = await readPage(bytes, PAGE_BYTES, options);
      if ('problem' in read) throw new HarvestProblem('bad_reply', `${url}: no XML we read, ${read.problem}`, { passes: isCut(bytes) });
      return { page: read.page, took };
    } catch (error) {
      if (error instanceof TaskStopped) throw new HarvestProblem('bad_reply', `${url}: reading it was ${error.message}`);
      if (!(error instanceof RemoteError)) throw error;
      if (more.resumptionToken !== undefined && TOKEN_STATUSES.includes(error.status ?? 0)) return { page: NO_PAGE, took: 0 };
      const passes = isPassing(error);
      const retryAfter = Math.min(error.retryAfter ?? 0, MAX_RETRY_AFTER);
      const wait = waits[attempt];
      if (wait === undefined || !passes)
        throw new HarvestProblem(passes ? 'unreachable' : (PROBLEMS[error.code] ?? 'bad_reply'), `${url}: ${error.message}`, {
          passes,
          retryAfter,
        });
      await at.pause(Math.max(wait, retryAfter * 1_000));
    }
  }
}

/** Returns whether the provider is busy or temporarily unavailable. */
const isPassing = ({ code, status = 0 }: RemoteError): boolean =>
  ['timeout', 'unreachable'].includes(code) || [429, 502, 503, 504].includes(status);

/** Returns whether a reply is truncated, in which case a retry may return the complete page. */
const isCut = (bytes: Uint8Array): boolean => {
  const text = Buffer.from(bytes.subarray(-200)).toString('latin1');
  return (
    bytes.length > 0 &&
    /<OAI-PMH[\s>]/.test(Buffer.from(bytes.subarray(0, 2_000)).toString('latin1')) &&
    !/<\/(?:\w{1,60}:)?OAI-PMH\s{0,50}>/.test(text)
  );
};

const PROBLEMS: Partial<Record<RemoteError['code'], RunProblem>> = { address: 'address', refused: 'refused', redirect: 'refused' };

async function fetchPage({ remote }: At, url: string, more: Record<string, string>): Promise<Uint8Array> {
  if (!URL.canParse(url)) throw new HarvestProblem('address', `${url} is not an address`);
  const address = new URL(url);
  for (const [name, value] of Object.entries(more)) address.searchParams.set(name, value);
  const { bytes } = await remote({
    url: address.href,
    enteredBy: 'administrator',
    headers: { accept: 'text/xml' },
    signal: AbortSignal.timeout(PAGE_MS),
    maxBytes: PAGE_BYTES,
  });
  return bytes;
}
