/** Calendar feed with the user's own pick-ups and returns (docs/behaviour/lending.md#orders). */
import { z } from 'zod';
import { done, endpoint } from '../../endpoint.ts';
import { line, moment } from '../../fields.ts';
import { lendingGate } from '../gate.ts';

export const lendingFeed = {
  feed: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/feed',
    summary: 'When the calendar subscription of the user was created; null: none',
    reply: z.object({ made_at: moment.nullable() }),
  }),
  makeFeed: endpoint({
    ...lendingGate,
    method: 'POST',
    path: '/api/v1/lending/feed',
    summary: 'Create a new secret address for the calendar subscription; replaces the previous one',
    body: z.object({}),
    reply: z.object({ path: z.string() }),
  }),
  endFeed: endpoint({
    ...lendingGate,
    method: 'DELETE',
    path: '/api/v1/lending/feed',
    summary: 'End the calendar subscription',
    reply: done,
  }),
  feedFile: endpoint({
    ...lendingGate,
    guests: 'always',
    method: 'GET',
    path: '/api/v1/lending/feed/{token}',
    summary: 'Pick-ups and returns of the owner of the address as a calendar file, without data of others',
    params: z.object({ token: line(64) }),
    heavy: true,
    reply: 'stream',
  }),
  dates: endpoint({
    ...lendingGate,
    method: 'GET',
    path: '/api/v1/lending/me.ics',
    summary: 'Pick-ups and returns of the user as a calendar file',
    heavy: true,
    reply: 'stream',
  }),
};
