import type { imports } from '@fundus/contract/imports/imports';
import type { Handlers } from '../../http/implement.ts';
import {
  beginRun,
  cancelRun,
  downloadRefusals,
  readUnlicensed,
  harvestSource,
  repeatPreview,
  recordUploadPart,
  readRun,
  readRuns,
  storePart,
  applyRun,
} from './runs.ts';
import { changeSource, createSource, readSources, removeSource } from './service.ts';

export const handlers: Handlers<typeof imports, 'storage'> = {
  sources: (ctx) => readSources(ctx),
  createSource: (ctx, { body }) => createSource(ctx, body),
  changeSource: (ctx, { params, body }) => changeSource(ctx, params.id, body),
  removeSource: (ctx, { params }) => removeSource(ctx, params.id),
  harvest: (ctx, { params, body }) => harvestSource(ctx, params.id, body),
  runs: (ctx) => readRuns(ctx),
  run: (ctx, { params }) => readRun(ctx, params.id),
  begin: (ctx, { body }) => beginRun(ctx, body),
  part: {
    before: (ctx, { params, body }) => storePart(ctx, params.id, body),
    write: (ctx, { params }, stored: Awaited<ReturnType<typeof storePart>>) => recordUploadPart(ctx, params.id, stored),
  },
  preview: (ctx, { params, body }) => repeatPreview(ctx, params.id, body),
  take: (ctx, { params }) => applyRun(ctx, params.id),
  cancel: (ctx, { params }) => cancelRun(ctx, params.id),
  unlicensed: (ctx, { params }) => readUnlicensed(ctx, params.id),
  refusals: (ctx, { params, query }) => downloadRefusals(ctx, params.id, query),
};
