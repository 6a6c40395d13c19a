import type { exchange } from '@fundus/contract/exchange/exchange';
import type { Handlers } from '../../http/implement.ts';
import { changeExportSetting, readExportSetting } from './withheld.ts';

export const handlers: Handlers<typeof exchange> = {
  read: (ctx) => readExportSetting(ctx),
  change: (ctx, { body }) => changeExportSetting(ctx, body.exported),
};
