import type { endpoints } from '@fundus/contract/endpoints';
import type { Handlers } from '../../http/implement.ts';
import { hideChecklist, readChecklist, skipRow } from './checklist.ts';
import { finishSetUp, prepareFinish, readState, saveStep, sendTestMail } from './service.ts';
import { requireToken } from './token.ts';

type Sent = Awaited<ReturnType<typeof sendTestMail>>;

export const handlers: Handlers<typeof endpoints.firstStart, 'mailServer' | 'oidc' | 'pause'> = {
  open: {
    before: (ctx, { body }) => requireToken(ctx, body.token),
    write: (ctx) => readState(ctx),
  },
  save: {
    before: (ctx, { body }) => requireToken(ctx, body.token),
    write: (ctx, { body }) => saveStep(ctx, body),
  },
  testMail: {
    before: async (ctx, { body }) => {
      await requireToken(ctx, body.token);
      return sendTestMail(ctx, body);
    },
    write: (_ctx, _input, sent: Sent) => sent,
  },
  finish: {
    before: async (ctx, { body }) => prepareFinish((await requireToken(ctx, body.token)).draft, body),
    write: (ctx, { body }, hash: string) => finishSetUp(ctx, body, hash),
  },
  read: (ctx) => readChecklist(ctx),
  skip: (ctx, { params, body }) => skipRow(ctx, params.row, body.skipped),
  hide: (ctx) => hideChecklist(ctx),
};
