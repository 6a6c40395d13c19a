import type { classMedia } from '@fundus/contract/classes/media';
import type { classMembers } from '@fundus/contract/classes/members';
import type { classes } from '@fundus/contract/classes/classes';
import type { Handlers } from '../../http/implement.ts';
import { exportOfSchool } from './export.ts';
import { changeClass, createClass, readClass, readClasses, readSchoolClasses } from './classes.ts';
import { setGroup } from './members/portal-groups.ts';
import { addGroup, changeGroup, removeGroup } from './members/groups.ts';
import { checkJoinCode, joinByCode, makeJoinCode, readJoinQr, removeJoinCode } from './members/joining.ts';
import { changeMedium, orderMedia, readMedia, removeMedium, shareMedia } from './media/media.ts';
import type { classQuestions } from '@fundus/contract/classes/questions';
import { answerQuestion, requestMedium, readAskable, readQuestions } from './media/questions.ts';
import { assignClassSeats, readNeeds, revokeEntrySeats } from './media/media-seats.ts';
import { undoRequest } from './members/undo-request.ts';
import { addMembers, changeMember, leaveClass, readCandidates, readMembers, removeMember } from './members/members.ts';
import { importDistrictClasses, readDistrictImport, type DistrictTable } from './school/district-classes.ts';
import { importClasses, readClassImport, type ClassTable } from './school/school-classes.ts';
import { drawCards, fillCodes, printCards } from './school/school-codes.ts';
import { changeClassState, createSuccessor } from './school/states.ts';
import { unshareMedia } from './media/unshare.ts';

const classHandlers: Handlers<typeof classes, 'oidc' | 'search' | 'storage'> = {
  list: (ctx, { query }) => readClasses(ctx, query),
  create: (ctx, { body }) => createClass(ctx, body),
  read: (ctx, { params }) => readClass(ctx, params.id),
  change: (ctx, { params, body }) => changeClass(ctx, params.id, body),
  setState: (ctx, { params, body }) => changeClassState(ctx, params.id, body),
  succeed: (ctx, { params, body }) => createSuccessor(ctx, params.id, body),
  ofSchool: (ctx, { params, query }) => readSchoolClasses(ctx, params.id, query),
  exportOfSchool: (ctx, input) => exportOfSchool(ctx, input),
  import: {
    before: (ctx, { params, body }) => readClassImport(ctx, params.id, body),
    write: (ctx, { params, body }, table: ClassTable) => importClasses(ctx, params.id, body, table),
  },
  importOfDistrict: {
    before: (ctx, { body }) => readDistrictImport(ctx, body),
    write: (ctx, { body }, table: DistrictTable) => importDistrictClasses(ctx, body, table),
  },
  fillCodes: (ctx, { params, body }) => fillCodes(ctx, params.id, body),
  printCards: (ctx, { params }) => printCards(ctx, params.id),
  cards: (ctx, { params, query }) => drawCards(ctx, params.id, query),
  followGroup: (ctx, { params, body }) => setGroup(ctx, params.id, body.group),
};

const memberHandlers: Handlers<typeof classMembers, 'pause' | 'search'> = {
  members: (ctx, { params, query }) => readMembers(ctx, params.id, query),
  candidates: (ctx, { params, query }) => readCandidates(ctx, params.id, query),
  addMembers: (ctx, { params, body }) => addMembers(ctx, params.id, body),
  changeMember: (ctx, { params, body }) => changeMember(ctx, params.id, params.memberId, body),
  removeMember: (ctx, { params }) => removeMember(ctx, params.id, params.memberId),
  undoRequest: (ctx, { params }) => undoRequest(ctx, params.id, params.memberId),
  leave: (ctx, { params }) => leaveClass(ctx, params.id),
  addGroup: (ctx, { params, body }) => addGroup(ctx, params.id, body),
  changeGroup: (ctx, { params, body }) => changeGroup(ctx, params.id, params.groupId, body),
  removeGroup: (ctx, { params, query }) => removeGroup(ctx, params.id, params.groupId, query.version),
  newJoinCode: (ctx, { params, body }) => makeJoinCode(ctx, params.id, body.until),
  removeJoinCode: (ctx, { params }) => removeJoinCode(ctx, params.id),
  joinQr: (ctx, { params, query }) => readJoinQr(ctx, params.id, query.to),
  join: {
    before: (ctx, { body }) => checkJoinCode(ctx, body.code),
    write: (ctx, _, classId: string) => joinByCode(ctx, classId),
  },
};

const mediaHandlers: Handlers<typeof classMedia, 'search'> = {
  media: (ctx, { params }) => readMedia(ctx, params.id),
  share: (ctx, { body }) => shareMedia(ctx, body),
  unshare: (ctx, { body }) => unshareMedia(ctx, body),
  needs: (ctx, { query }) => readNeeds(ctx, query),
  assignSeats: (ctx, { params, body }) => assignClassSeats(ctx, params.id, params.entryId, body.partial),
  takeSeatsBack: (ctx, { params }) => revokeEntrySeats(ctx, params.id, params.entryId),
  changeMedium: (ctx, { params, body }) => changeMedium(ctx, params.id, params.entryId, body),
  orderMedia: (ctx, { params, body }) => orderMedia(ctx, params.id, body),
  removeMedium: (ctx, { params, query }) => removeMedium(ctx, params.id, params.entryId, query.version),
};

const questionHandlers: Handlers<typeof classQuestions> = {
  askable: (ctx, { params }) => readAskable(ctx, params.mediaId),
  requestMedium: (ctx, { params, body }) => requestMedium(ctx, params.id, body),
  questions: (ctx, { params }) => readQuestions(ctx, params.id),
  answer: (ctx, { params, body }) => answerQuestion(ctx, params.id, params.questionId, body),
};

export const handlers = { ...classHandlers, ...memberHandlers, ...mediaHandlers, ...questionHandlers };
