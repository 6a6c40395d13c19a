/** The calls of learner codes. */
import type { learnerCodes } from '@fundus/contract/classes/learner-codes';
import type { Handlers } from '../../http/implement.ts';
import { addCodes, changeCode, checkSheet, makeCodes, readCodes } from './codes.ts';
import { printCodes } from './print-codes.ts';

export const codeHandlers: Handlers<typeof learnerCodes> = {
  codes: (ctx, { params }) => ctx.db.transaction().execute((db) => readCodes({ ...ctx, db }, params.id)),
  makeCodes: (ctx, { params, body }) => makeCodes(ctx, params.id, body),
  changeCode: (ctx, { params, body }) => changeCode(ctx, params.id, params.codeId, body),
  addCodes: {
    before: (ctx, { body }) => checkSheet(ctx, body.sheet),
    write: (ctx, { params, body }) => addCodes(ctx, params.id, body.sheet),
  },
  sheet: (ctx, { params, query }) => printCodes(ctx, params.id, query),
};
