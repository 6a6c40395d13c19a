import type { people } from '@fundus/contract/people/people';
import type { Handlers } from '../../http/implement.ts';
import { exportPeople } from './export.ts';
import { importPeople, readPeopleImport } from './import.ts';
import type { PeopleTable } from './people-table.ts';
import { exportPerson, keepAccount, readObligations, renamePerson, scheduleErasure } from './rights-of-people.ts';
import {
  approvePerson,
  assignSchool,
  block,
  changeRights,
  declinePerson,
  readPeople,
  readPerson,
  removeFromSchool,
  sendPersonResetLink,
  unblockPerson,
  undoRegistration,
} from './people.ts';

export const handlers: Handlers<typeof people, 'domains' | 'oidc'> = {
  list: (ctx, { query }) => readPeople(ctx, query),
  exportList: (ctx, { query }) => exportPeople(ctx, query),
  read: (ctx, { params }) => readPerson(ctx, params.id),
  approve: (ctx, { params, body }) => approvePerson(ctx, params.id, body.version),
  undoDecision: (ctx, { params }) => undoRegistration(ctx, params.id),
  decline: (ctx, { params, body }) => declinePerson(ctx, params.id, body.version, body.reason),
  block: (ctx, { params, body }) => block(ctx, params.id, body.version, body.reason),
  unblock: (ctx, { params, body }) => unblockPerson(ctx, params.id, body.version),
  rename: (ctx, { params, body }) => renamePerson(ctx, params.id, body),
  exportData: (ctx, { params, query }) => exportPerson(ctx, params.id, query),
  obligations: (ctx, { params }) => readObligations(ctx, params.id),
  erase: (ctx, { params, body }) => scheduleErasure(ctx, params.id, body.version, body.reason),
  keep: (ctx, { params, body }) => keepAccount(ctx, params.id, body.version),
  rights: (ctx, { params, body }) => changeRights(ctx, params.id, body),
  sendLink: (ctx, { params }) => sendPersonResetLink(ctx, params.id),
  remove: (ctx, { params, body }) => removeFromSchool(ctx, params.id, body.version),
  assignSchool: (ctx, { params, body }) => assignSchool(ctx, params.id, body.version, body.school),
  import: {
    before: (ctx, { body }) => readPeopleImport(ctx, body),
    write: (ctx, { body }, table: PeopleTable) => importPeople(ctx, body, table),
  },
};
