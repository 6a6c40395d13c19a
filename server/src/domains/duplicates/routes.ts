import type { duplicates } from '@fundus/contract/duplicates/duplicates';
import type { Handlers } from '../../http/implement.ts';
import { rejectPair, mergeExactPairs, mergePair, readDuplicates, undoMerge } from './service.ts';

export const handlers: Handlers<typeof duplicates, 'domains'> = {
  list: (ctx) => readDuplicates(ctx),
  merge: (ctx, { body }) => mergePair(ctx, body.kept, body.gone),
  mergeSure: (ctx) => mergeExactPairs(ctx),
  apart: (ctx, { body }) => rejectPair(ctx, body.one, body.other),
  undo: (ctx, { params }) => undoMerge(ctx, params.id),
};
