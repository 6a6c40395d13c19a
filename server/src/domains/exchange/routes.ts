import type { exchange } from '@fundus/contract/exchange/exchange';
import type { Handlers } from '../../http/implement.ts';
import { changeGiven, readGiven } from './withheld.ts';

export const handlers: Handlers<typeof exchange> = {
  read: (ctx) => readGiven(ctx),
  change: (ctx, { body }) => changeGiven(ctx, body.given),
};
