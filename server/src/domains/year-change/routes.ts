import type { yearDue } from '@fundus/contract/year-change/due';
import type { yearChange } from '@fundus/contract/year-change/year-change';
import type { Handlers } from '../../http/implement.ts';
import { changeYear, drawYearCards, finishYearChange, readDue, readYearChange, startYearChange, runStep, undoStep } from './walk.ts';

export const handlers: Handlers<typeof yearChange & typeof yearDue, 'storage'> = {
  read: (ctx) => readYearChange(ctx),
  due: (ctx) => readDue(ctx),
  start: (ctx) => startYearChange(ctx),
  change: (ctx, { body }) => changeYear(ctx, body),
  take: (ctx, { params, body }) => runStep(ctx, params.step, body.version),
  undo: (ctx, { params, body }) => undoStep(ctx, params.step, body.version),
  cards: (ctx, { query }) => drawYearCards(ctx, query),
  finish: (ctx, { body }) => finishYearChange(ctx, body.version),
};
