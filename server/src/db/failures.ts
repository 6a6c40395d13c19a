/** Failures of the database itself: it is unreachable, too slow, or its disk is full. */
import type { Log } from '../log.ts';

/** The database does not respond, or not in time; a retry may succeed. Logged once per outage, so callers do not log it again. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  readonly reported = true;
}

/** The database has no disk space left. */
export class DatabaseFull extends Error {
  override readonly name = 'DatabaseFull';
  readonly reported = true;
}

/** Time without a failure, in milliseconds, after which a response ends the outage. */
const CALM = 3_000;

const AWAY = /^(08|57P|58000)/;
/** Too many connections, out of memory, statement timeout, idle transaction timeout. */
const BUSY = new Set(['53000', '53200', '53300', '57014', '25P03']);
const FULL = '53100';
const OF_CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Errors of pg that have no code. */
const OF_CLIENT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

export type Outages = {
  /** Converts an error to one of the two above if it means an outage, otherwise returns it unchanged. Logs each outage once. */
  failed(error: unknown): unknown;
  /** Records a response. */
  answered(): void;
};

/** Detects the start and the end of outages and logs one line for each. */
export function watchOutages(log: Log): Outages {
  const now = (): number => performance.now();
  let away: { since: number; last: number } | undefined;
  return {
    failed: (error) => {
      const { code = '', message = '' } = error as { code?: string; message?: string };
      const full = code === FULL;
      const reason = message || code;
      if (!full && !AWAY.test(code) && !BUSY.has(code) && !OF_CONNECTION.has(code) && !OF_CLIENT.test(message)) return error;
      if (!away) {
        away = { since: now(), last: 0 };
        log.error({ reason }, full ? 'the database has no space left' : 'the database does not respond');
      }
      away.last = now();
      return new (full ? DatabaseFull : DatabaseUnavailable)(reason, { cause: error });
    },
    answered: () => {
      if (!away || now() - away.last < CALM) return;
      log.warn({ seconds: Math.round((away.last - away.since) / 1000) }, 'the database responds again');
      away = undefined;
    },
  };
}
