import type { linkChecks } from '@fundus/contract/link-checks/link-checks';
import type { Handlers } from '../../http/implement.ts';
import { exportChecks } from './export.ts';
import { checkNow, readChecks, readOfMedium } from './service.ts';

export const handlers: Handlers<typeof linkChecks, 'remote'> = {
  list: (ctx, { query }) => readChecks(ctx, query),
  exportList: (ctx, { query }) => exportChecks(ctx, query),
  ofMedium: (ctx, { params }) => readOfMedium(ctx, params.identifier),
  checkNow,
};
