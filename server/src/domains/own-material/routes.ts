import type { ownMaterial } from '@fundus/contract/own-material/own-material';
import type { Handlers } from '../../http/implement.ts';
import { restoreMaterial, handOn, readOfSchool, takeDown, undoHandOn } from './school.ts';
import { change, create, give, readMine, readOne, remove, restore, withdraw } from './service.ts';

export const handlers: Handlers<typeof ownMaterial, 'search'> = {
  list: (ctx, { query }) => readMine(ctx, query),
  create,
  read: (ctx, { params }) => readOne(ctx, params.identifier),
  change,
  give: (ctx, { params }) => give(ctx, params.identifier),
  withdraw: (ctx, { params }) => withdraw(ctx, params.identifier),
  remove: (ctx, { params }) => remove(ctx, params.identifier),
  restore: (ctx, { params }) => restore(ctx, params.identifier),
  ofSchool: readOfSchool,
  takeDown,
  bringBack: (ctx, { params }) => restoreMaterial(ctx, params.identifier),
  handOn,
  undoHandOn: (ctx, { params }) => undoHandOn(ctx, params.identifier),
};
