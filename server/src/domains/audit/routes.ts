import type { audit } from '@fundus/contract/audit/audit';
import type { Handlers } from '../../http/implement.ts';
import { exportLog, readLog } from './service.ts';

export const handlers: Handlers<typeof audit> = {
  list: (ctx, { query }) => readLog(ctx, query),
  export: (ctx, { query }) => exportLog(ctx, query),
};
