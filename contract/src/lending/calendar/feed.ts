/** Calendar feed of the user's pick-ups and returns (docs/behaviour/lending.md#orders). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { line, moment } from '../../fields.ts';
import { lendingGate } from '../gate.ts';

export const lendingFeed = {
  feed: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/feed',
    summary: 'Since when a calendar may follow the own loans; null: none may',
    reply: z.object({ made_at: moment.nullable() }),
  }),
  makeFeed: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/feed',
    summary: 'A new secret address for a calendar that follows the own loans; the one before ends',
    body: z.object({}),
    reply: z.object({ path: z.string() }),
  }),
  endFeed: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/feed',
    summary: 'No calendar follows the own loans any more',
    reply: done,
  }),
  feedFile: endpoint({
    ...lendingGate,
    guests: 'always',
    method: 'GET',
    path: '/api/v1/lending/feed/{token}',
    summary: 'Pick-ups and returns of whoever made the address, as a calendar file; nothing about anybody else',
    params: z.object({ token: line(64) }),
    heavy: true,
    reply: 'stream',
  }),
  dates: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/me.ics',
    summary: 'Own pick-ups and returns as a calendar file',
    heavy: true,
    reply: 'stream',
  }),
};
