import type { legal } from '@fundus/contract/legal/legal';
import type { Handlers } from '../../http/implement.ts';
import { sendMessage } from './contact.ts';
import { readDraft, readOperatorDraft, readPage, readVersion, resetText, saveOperator, saveText } from './pages.ts';

export const handlers: Handlers<typeof legal> = {
  page: (ctx, { params, query }) => readPage(ctx, params.page, query.lang),
  operator: (ctx) => readOperatorDraft(ctx),
  saveOperator: (ctx, { body }) => saveOperator(ctx, body.version, body.operator),
  draft: (ctx, { params }) => readDraft(ctx, params.page, params.lang),
  save: (ctx, { params, body }) => saveText(ctx, params.page, params.lang, body.version, body.content),
  reset: (ctx, { params, body }) => resetText(ctx, params.page, params.lang, body.version),
  version: (ctx, { params }) => readVersion(ctx, params.page, params.lang, params.version),
  contact: (ctx, { body }) => sendMessage(ctx, body),
};
