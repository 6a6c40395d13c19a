import type { ownMaterial } from '@fundus/contract/own-material/own-material';
import type { Handlers } from '../../http/implement.ts';
import { readSchoolMaterial, restoreRemovedMaterial, removeMaterial, transferMaterial, undoTransfer } from './school.ts';
import {
  changeMaterial,
  createMaterial,
  listOwnMaterial,
  readOne,
  removeOwnMaterial,
  restoreMaterial,
  shareMaterial,
  withdrawMaterial,
} from './service.ts';

export const handlers: Handlers<typeof ownMaterial, 'search'> = {
  list: (ctx, { query }) => listOwnMaterial(ctx, query),
  create: createMaterial,
  read: (ctx, { params }) => readOne(ctx, params.identifier),
  change: changeMaterial,
  share: (ctx, { params }) => shareMaterial(ctx, params.identifier),
  withdraw: (ctx, { params }) => withdrawMaterial(ctx, params.identifier),
  remove: (ctx, { params }) => removeOwnMaterial(ctx, params.identifier),
  restore: (ctx, { params }) => restoreMaterial(ctx, params.identifier),
  ofSchool: readSchoolMaterial,
  takeDown: removeMaterial,
  reinstate: (ctx, { params }) => restoreRemovedMaterial(ctx, params.identifier),
  transfer: transferMaterial,
  undoTransfer: (ctx, { params }) => undoTransfer(ctx, params.identifier),
};
