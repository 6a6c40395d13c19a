import type { endpoints } from '@fundus/contract/endpoints';
import type { Handlers } from '../../http/implement.ts';
import { changeLicences, exportLicences, undoLicencesChange } from './bulk/bulk.ts';
import { createLicences } from './bulk/bulk-new.ts';
import type { CodeRow } from './codes/code-repository.ts';
import { createLicence } from './bulk/enter.ts';
import type { ReadPackage } from './packages/package-file.ts';
import {
  importPackage,
  findDepositedPackage,
  readDeposit,
  readPackages,
  depositPackage,
  removePackage,
  type AskedPackage,
} from './packages/packages.ts';
import { addCode, checkCode, removeCode, readCodes, redeemCode } from './codes/codes.ts';
import { readLoss } from './seats/loss.ts';
import { readOwnLicences } from './school/own-licences.ts';
import { findMediaToLicense, readSchools } from './seats/pickers.ts';
import { readCandidates } from './seats/candidates.ts';
import { assignMedium, assignSeats } from './seats/seats.ts';
import { readSeats, revokeSeats } from './seats/seats-back.ts';
import type { LicenceTable } from './licence-table.ts';
import { assignTable, readAssigned } from './bulk/rows.ts';
import { changeLicence, changeSettings, readChoices, readLicence, readLicences, withdrawLicence } from './service.ts';

export const handlers: Handlers<typeof endpoints.licences, 'search'> = {
  list: (ctx, { query }) => readLicences(ctx, query),
  choices: (ctx) => readChoices(ctx),
  media: (ctx, { query }) => findMediaToLicense(ctx, query.q),
  schools: (ctx, { query }) => readSchools(ctx, query.q),
  settings: (ctx, { body }) => changeSettings(ctx, body),
  ofMedium: (ctx, { params, query }) => readOwnLicences(ctx, params.mediaId, query.code),
  assign: (ctx, { body }) => assignMedium(ctx, body),
  redeem: {
    before: (ctx, { body }) => checkCode(ctx, body.code),
    write: (ctx, _, code: CodeRow) => redeemCode(ctx, code),
  },
  exportList: (ctx, { query }) => exportLicences(ctx, query),
  changeMany: (ctx, input) => changeLicences(ctx, input),
  createMany: (ctx, input) => createLicences(ctx, input),
  assignTable: {
    before: (ctx, { body }) => readAssigned(ctx, body),
    write: (ctx, { body }, read: LicenceTable) => assignTable(ctx, body, read),
  },
  undoMany: (ctx, { params }) => undoLicencesChange(ctx, params.id),
  create: (ctx, { body }) => createLicence(ctx, body),
  importPackage: {
    before: (ctx, { body }) => findDepositedPackage(ctx, body),
    write: (ctx, { body }, asked: AskedPackage) => importPackage(ctx, asked, body.dry_run),
  },
  packages: (ctx) => readPackages(ctx),
  depositPackage: {
    before: (ctx, { body }) => readDeposit(ctx, body),
    write: (ctx, { body }, read: ReadPackage) => depositPackage(ctx, body, read),
  },
  removePackage: (ctx, { params }) => removePackage(ctx, params.id),
  read: (ctx, { params }) => readLicence(ctx, params.id),
  loss: (ctx, { params }) => readLoss(ctx, params.id),
  change: (ctx, { params, body }) => changeLicence(ctx, params.id, body),
  withdraw: (ctx, { params }) => withdrawLicence(ctx, params.id),
  seats: (ctx, { params, query }) => readSeats(ctx, params.id, query),
  candidates: (ctx, { params, query }) => readCandidates(ctx, params.id, query.q),
  assignSeats: (ctx, { params, body }) => assignSeats(ctx, params.id, body),
  takeBack: (ctx, { params, body }) => revokeSeats(ctx, params.id, body),
  codes: (ctx, { params }) => readCodes(ctx, params.id),
  makeCode: (ctx, { params, body }) => addCode(ctx, params.id, body),
  removeCode: (ctx, { params }) => removeCode(ctx, params.id, params.codeId),
};
