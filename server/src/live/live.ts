/**
 * Live updates by server-sent events within the process. A write publishes a topic after its commit, and open streams subscribe to topics
 * (https://html.spec.whatwg.org/multipage/server-sent-events.html).
 */
import { Readable } from 'node:stream';
import { AppError } from '@fundus/contract/errors';
import type { StreamAnswer } from '@fundus/contract/endpoint';

/** Interval of comments that keep proxies from closing idle connections. The user is authorised again at each interval. */
const HEARTBEAT_MS = 20_000;
/** Maximum number of streams per user in all browser windows. */
const MAX_OF_ONE = 12;
const MAX_STREAMS = 5_000;

/** Returns the next message, or `null` if the user is no longer authorised. `changes` is the number of publications since the last call. */
type Read = (now: Date, changes: number) => Promise<object | null>;

export type Live = {
  /** Notifies the streams of a topic. */
  publish: (topic: string) => void;
  /** Returns a stream of the current state and all later changes. Throws `too_many_attempts` if the user has too many streams. */
  stream: (visitorId: string, topic: string, read: Read) => Promise<StreamAnswer>;
  /** Ends all streams and accepts no new ones. */
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
      const sendChanged = (value: object): void => {
        const text = JSON.stringify(value);
        if (text !== last) body.push(`data: ${text}\n\n`);
        last = text;
      };
      // Reads are serialized. If a topic is published during a read, exactly one more read follows.
      let changes = 0;
      let asking = false;
      let again = false;
      const refresh = async (): Promise<void> => {
        if (asking) return void (again = true);
        asking = true;
        do {
          again = false;
          const value = await read(now(), changes).catch(() => null);
          if (body.destroyed) break;
          if (value === null) body.push(null);
          else sendChanged(value);
        } while (again && !body.readableEnded);
        asking = false;
      };
      const listener = (): void => {
        changes += 1;
        void refresh();
      };
      const those = listeners.get(topic) ?? new Set();
      listeners.set(topic, those.add(listener));
      const heartbeat = setInterval(() => {
        body.push(': \n\n');
        void refresh();
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
      sendChanged(first);
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
