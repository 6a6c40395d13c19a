import type { learnerCodes } from '@fundus/contract/classes/learner-codes';
import type { Handlers } from '../../../http/implement.ts';
import { addCodes, changeCode, checkSheet, extendAll, makeCodes, readCodes, showCodes } from './codes.ts';
import { changeWithoutClass, readWithoutClass, addCodesToClass } from './codes-without-class.ts';
import { renewAll } from './renew-codes.ts';
import { drawCodes, issueChosenCodes } from './print-codes.ts';

export const codeHandlers: Handlers<typeof learnerCodes, 'pause' | 'storage'> = {
  codes: (ctx, { params }) => readCodes(ctx, params.id),
  showCodes: (ctx, { params }) => showCodes(ctx, params.id),
  printCodes: (ctx, { params, body }) => issueChosenCodes(ctx, params.id, body),
  makeCodes: (ctx, { params, body }) => makeCodes(ctx, params.id, body),
  changeCode: (ctx, { params, body }) => changeCode(ctx, params.id, params.codeId, body),
  addCodes: {
    before: (ctx, { body }) => checkSheet(ctx, body.sheet),
    write: (ctx, { params, body }) => addCodes(ctx, params.id, body.sheet),
  },
  extendCodes: (ctx, { params, body }) => extendAll(ctx, params.id, body.valid_until),
  renewCodes: (ctx, { params, body }) => renewAll(ctx, params.id, body),
  takeCodes: (ctx, { params, body }) => addCodesToClass(ctx, params.id, body.codes),
  withoutClass: (ctx, { query }) => readWithoutClass(ctx, query),
  changeWithoutClass: (ctx, { params, body }) => changeWithoutClass(ctx, params.codeId, body.what),
  sheet: (ctx, { params, query }) => drawCodes(ctx, params.id, query),
};
