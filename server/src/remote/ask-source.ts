/** Asks external sources so that none of them keeps anybody waiting (docs/behaviour/external-sources.md#asking). */
import { normalizeText } from '@fundus/contract/unicode';
import type { SourceKind } from '@fundus/contract/external-sources/sources';
import { count } from '@fundus/contract/fields';
import { ADAPTERS } from './adapters.ts';
import type { Answer, SourceAt } from './found.ts';
import { RemoteError, type Remote } from './remote.ts';

export type AskedSource = SourceAt & { id: string; version: number; kind: SourceKind };

type Limits = {
  /** So long a source may take, in milliseconds. */
  patience: number;
  hits: number;
  /** So long an answer is kept. */
  kept: number;
  mostKept: number;
  /** Questions to one source at the same time; more wait, and their time runs. */
  atOnce: number;
  /** After so many failures in a row it is left alone for a while. */
  failures: number;
  rest: number;
};
const LIMITS: Limits = { patience: 4_000, hits: 20, kept: 600_000, mostKept: 500, atOnce: 6, failures: 5, rest: 30_000 };

type Kept = { until: number; answer: Promise<Answer> };
type Line = { running: number; waiting: (() => void)[]; failures: number; restUntil: number };

export type AskSource = (source: AskedSource, q: string) => Promise<Answer>;

/** Words that are the same for every source. */
const normalise = (q: string): string => normalizeText(q).replace(/\s+/g, ' ').trim().toLowerCase();

/** What a source says of itself may be anything: `-1`, `1.5`. */
const isCount = (total: number | null): boolean => count.safeParse(total).success;

/** Gives the function that asks; its answers are kept as long as it lives. Throws `RemoteError`. */
export function makeAsking(remote: Remote, clock: () => number = Date.now, limits: Partial<Limits> = {}): AskSource {
  const { patience, hits, kept, mostKept, atOnce, failures, rest } = { ...LIMITS, ...limits };
  const answers = new Map<string, Kept>();
  const lines = new Map<string, Line>();

  const ask = async (source: AskedSource, line: Line, q: string): Promise<Answer> => {
    const signal = AbortSignal.timeout(patience);
    if (line.running >= atOnce) await turnIn(line, signal);
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
    // What an administrator changes is another source.
    const at = `${source.id} ${source.version}`;
    const key = `${at} ${normalise(q)}`;
    const known = answers.get(key);
    if (known && known.until > clock()) return known.answer;
    const line = lines.get(at) ?? { running: 0, waiting: [], failures: 0, restUntil: 0 };
    if (line.restUntil > clock()) return Promise.reject(new RemoteError('resting', 'failed too often'));
    lines.set(at, line);
    // Kept while it is on its way: many may ask for the same at once.
    const answer = ask(source, line, normalise(q));
    answers.delete(key);
    answers.set(key, { until: clock() + kept, answer });
    answer.catch(() => {
      if (answers.get(key)?.answer === answer) answers.delete(key);
    });
    for (const map of [answers, lines]) for (const oldest of map.keys()) if (map.size > mostKept) map.delete(oldest);
    return answer;
  };
}

/** Waits until somebody before has their answer, no longer than the signal says. */
function turnIn(line: Line, signal: AbortSignal): Promise<void> {
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
