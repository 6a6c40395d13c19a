/** The logger, which writes JSON lines to standard error. Standard output is reserved for messages to the operator. */
import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Returns whether the error has already been logged where it occurred. */
const isReported = (error: unknown): boolean => (error as { reported?: boolean } | undefined)?.reported === true;

export const makeLog = (level: string): Log =>
  pino(
    {
      level,
      base: undefined,
      redact: ['req.headers.authorization', 'req.headers.cookie', 'password', '*.password'],
      hooks: {
        // An outage is logged once at its source, so callers do not log it again.
        logMethod(args, method) {
          if (!isReported((args[0] as { err?: unknown } | undefined)?.err)) method.apply(this, args);
        },
      },
    },
    pino.destination(2),
  );
