/**
 * What changes is told to those who have it open, within this process: who writes says a topic when it is committed, streams of server-sent events
 * listen to it (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 */
import { Readable } from 'node:stream';
import { AppError } from '@fundus/contract/errors';
import type { StreamAnswer } from '@fundus/contract/endpoint';

/** A comment now and then keeps proxies from closing what is quiet, and asks once more whether the visitor may still listen. */
const HEARTBEAT_MS = 20_000;
/** Of one visitor, in all their windows. */
const MAX_OF_ONE = 12;
const MAX_STREAMS = 5_000;

/** What is said next; null: the visitor may not listen any more. `now` is when it is asked, `changes` how often something was published since. */
type Read = (now: Date, changes: number) => Promise<object | null>;

export type Live = {
  /** Something about this has changed. */
  publish: (topic: string) => void;
  /** A reply that says how it is and goes on saying so. Throws `too_many_attempts` for a visitor who listens in too many windows. */
  stream: (visitorId: string, topic: string, read: Read) => Promise<StreamAnswer>;
  /** Ends all streams, and lets nobody listen any more. */
  close: () => void;
};

export function makeLive(now: () => Date): Live {
  const listeners = new Map<string, Set<() => void>>();
  const open = new Map<Readable, string>();
  let closed = false;

  const countOf = (visitorId: string): number => [...open.values()].filter((id) => id === visitorId).length;

  return {
    publish: (topic) => {
      for (const listener of listeners.get(topic) ?? []) listener();
    },
    stream: async (visitorId, topic, read) => {
      if (closed || open.size >= MAX_STREAMS) throw new AppError('unavailable');
      if (countOf(visitorId) >= MAX_OF_ONE) throw new AppError('too_many_attempts', { details: { retry_after: 60 } });
      const first = await read(now(), 0);
      if (first === null) throw new AppError('not_found', { field: 'id' });
      const body = new Readable({ read: () => {} });
      open.set(body, visitorId);
      let last = '';
      const say = (value: object): void => {
        const text = JSON.stringify(value);
        if (text !== last) body.push(`data: ${text}\n\n`);
        last = text;
      };
      // One question at a time; what is published meanwhile is asked once more behind it.
      let changes = 0;
      let asking = false;
      let again = false;
      const tell = async (): Promise<void> => {
        if (asking) return void (again = true);
        asking = true;
        do {
          again = false;
          const value = await read(now(), changes).catch(() => null);
          if (body.destroyed) break;
          if (value === null) body.push(null);
          else say(value);
        } while (again && !body.readableEnded);
        asking = false;
      };
      const listener = (): void => {
        changes += 1;
        void tell();
      };
      const those = listeners.get(topic) ?? new Set();
      listeners.set(topic, those.add(listener));
      const heartbeat = setInterval(() => {
        body.push(': \n\n');
        void tell();
      }, HEARTBEAT_MS);
      heartbeat.unref();
      const stop = (): void => {
        clearInterval(heartbeat);
        open.delete(body);
        those.delete(listener);
        if (those.size === 0 && listeners.get(topic) === those) listeners.delete(topic);
      };
      body.once('close', stop).once('end', stop);
      body.push('retry: 3000\n\n');
      say(first);
      return {
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
        body,
      };
    },
    close: () => {
      closed = true;
      for (const body of open.keys()) body.push(null);
    },
  };
}
