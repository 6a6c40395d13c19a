/** Searches external sources with limits, so that no source slows down users (docs/behaviour/external-sources.md#asking). */
import { normalizeText } from '@fundus/contract/unicode';
import type { SourceKind } from '@fundus/contract/external-sources/sources';
import { count } from '@fundus/contract/fields';
import { ADAPTERS } from './adapters.ts';
import type { Answer, SourceSettings } from './found.ts';
import { RemoteError, type RemoteFetch } from './remote.ts';

export type SearchedSource = SourceSettings & { id: string; version: number; kind: SourceKind };

type Limits = {
  /** Maximum time per source in milliseconds, including the time in the queue. */
  patience: number;
  hits: number;
  /** Lifetime of a cached answer in milliseconds. */
  kept: number;
  mostKept: number;
  /** Maximum number of concurrent requests per source. Further requests wait. */
  atOnce: number;
  /** Number of consecutive failures after which a source is suspended for `rest` milliseconds. */
  failures: number;
  rest: number;
};
const LIMITS: Limits = { patience: 4_000, hits: 20, kept: 600_000, mostKept: 500, atOnce: 6, failures: 5, rest: 30_000 };

type Kept = { until: number; answer: Promise<Answer> };
type Line = { running: number; waiting: (() => void)[]; failures: number; restUntil: number };

export type SearchSource = (source: SearchedSource, q: string) => Promise<Answer>;

/** Normalises a query for the cache key. */
const normalise = (q: string): string => normalizeText(q).replace(/\s+/g, ' ').trim().toLowerCase();

/** Returns whether the total reported by a source is a valid count. Some sources report `-1` or `1.5`. */
const isCount = (total: number | null): boolean => count.safeParse(total).success;

/** Returns a search function with a separate cache. The function throws `RemoteError`. */
export function makeSourceSearch(remote: RemoteFetch, clock: () => number = Date.now, limits: Partial<Limits> = {}): SearchSource {
  const { patience, hits, kept, mostKept, atOnce, failures, rest } = { ...LIMITS, ...limits };
  const answers = new Map<string, Kept>();
  const lines = new Map<string, Line>();

  const request = async (source: SearchedSource, line: Line, q: string): Promise<Answer> => {
    const signal = AbortSignal.timeout(patience);
    if (line.running >= atOnce) await waitForSlot(line, signal);
    line.running += 1;
    try {
      const answer = await ADAPTERS[source.kind](remote, source, { q, limit: hits, signal });
      line.failures = 0;
      return { ...answer, total: isCount(answer.total) ? answer.total : null };
    } catch (error) {
      if (error instanceof RemoteError && error.code === 'collecting') throw error;
      line.failures += 1;
      if (line.failures >= failures) line.restUntil = clock() + rest;
      throw error;
    } finally {
      line.running -= 1;
      line.waiting.shift()?.();
    }
  };

  return (source, q) => {
    // Cache entries and limits depend on the version of the source, so that changed settings take effect immediately.
    const at = `${source.id} ${source.version}`;
    const key = `${at} ${normalise(q)}`;
    const known = answers.get(key);
    if (known && known.until > clock()) return known.answer;
    const line = lines.get(at) ?? { running: 0, waiting: [], failures: 0, restUntil: 0 };
    if (line.restUntil > clock()) return Promise.reject(new RemoteError('resting', 'failed too often'));
    lines.set(at, line);
    // The pending answer is cached, because many users may send the same query at the same time.
    const answer = request(source, line, normalise(q));
    answers.delete(key);
    answers.set(key, { until: clock() + kept, answer });
    answer.catch(() => {
      if (answers.get(key)?.answer === answer) answers.delete(key);
    });
    for (const map of [answers, lines]) for (const oldest of map.keys()) if (map.size > mostKept) map.delete(oldest);
    return answer;
  };
}

/** Waits for a slot, or until the signal aborts. */
function waitForSlot(line: Line, signal: AbortSignal): Promise<void> {
  return new Promise((turn, failed) => {
    const go = (): void => {
      signal.removeEventListener('abort', stop);
      turn();
    };
    const stop = (): void => {
      line.waiting.splice(line.waiting.indexOf(go), 1);
      failed(new RemoteError('timeout', 'too many questions at once'));
    };
    signal.addEventListener('abort', stop, { once: true });
    line.waiting.push(go);
  });
}
