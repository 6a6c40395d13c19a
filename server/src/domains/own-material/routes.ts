import type { ownMaterial } from '@fundus/contract/own-material/own-material';
import type { Handlers } from '../../http/implement.ts';
import { readOfSchool, reinstate, removeMaterial, transfer, undoTransfer } from './school.ts';
import { changeMaterial, create, readMine, readOne, remove, restoreMaterial, share, withdraw } from './service.ts';

export const handlers: Handlers<typeof ownMaterial, 'search'> = {
  list: (ctx, { query }) => readMine(ctx, query),
  create,
  read: (ctx, { params }) => readOne(ctx, params.identifier),
  change: changeMaterial,
  share: (ctx, { params }) => share(ctx, params.identifier),
  withdraw: (ctx, { params }) => withdraw(ctx, params.identifier),
  remove: (ctx, { params }) => remove(ctx, params.identifier),
  restore: (ctx, { params }) => restoreMaterial(ctx, params.identifier),
  ofSchool: readOfSchool,
  takeDown: removeMaterial,
  reinstate: (ctx, { params }) => reinstate(ctx, params.identifier),
  transfer,
  undoTransfer: (ctx, { params }) => undoTransfer(ctx, params.identifier),
};
