import type { catalogueEdit } from '@fundus/contract/catalogue/edit';
import type { Handlers } from '../../../http/implement.ts';
import { exportEditList } from '../edit-export.ts';
import { bulkEdit, undoBulk } from './edit-bulk.ts';
import { readEditList, readIdentifiers, readReferences } from './edit-list.ts';
import { changeMedium, createMedium, publishMedium, readEditMedium, readVersions, retireMedium, undoMedium } from './edit.ts';

export const handlers: Handlers<typeof catalogueEdit, 'search'> = {
  editList: readEditList,
  exportEditList,
  editIdentifiers: readIdentifiers,
  references: () => readReferences(),
  createMedium,
  editMedium: (ctx, { params }) => readEditMedium(ctx, params.identifier),
  changeMedium,
  retireMedium,
  publishMedium,
  mediumVersions: (ctx, { params }) => readVersions(ctx, params.identifier),
  undoMedium,
  bulkEdit,
  undoBulk: (ctx, { params }) => undoBulk(ctx, params.id),
};
