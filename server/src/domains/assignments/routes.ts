/** Handlers of the calls for assignments. The rules are in the other files of this folder. */
import type { endpoints } from '@fundus/contract/endpoints';
import type { Handlers } from '../../http/implement.ts';
import {
  changeAssignment,
  createAssignment,
  listClassAssignments,
  listOwnAssignments,
  changeAssignmentState,
  deleteAssignment,
} from './assignments.ts';
import { commentAll, remind } from './bulk.ts';
import {
  exportGrid,
  deleteResults,
  markResultsSeen,
  readGrid,
  readOfAssignment,
  readOfLearner,
  reviewWork,
  streamResults,
} from './results.ts';
import { readAssignment } from './service.ts';
import { readUnits } from './units.ts';
import { markFeedbackRead, report } from './work.ts';

export const handlers: Handlers<(typeof endpoints)['assignments'], 'live' | 'search'> = {
  list: listClassAssignments,
  own: (ctx) => listOwnAssignments(ctx),
  create: createAssignment,
  read: (ctx, { params }) => readAssignment(ctx, params.id),
  change: changeAssignment,
  move: changeAssignmentState,
  remove: (ctx, { params }) => deleteAssignment(ctx, params.id),
  report,
  units: readUnits,
  grid: readGrid,
  seen: (ctx, { params }) => markResultsSeen(ctx, params.id),
  exportGrid,
  events: (ctx, { params }) => streamResults(ctx, params.id),
  ofAssignment: (ctx, { params }) => readOfAssignment(ctx, params.id),
  ofLearner: readOfLearner,
  reviewWork,
  commentAll,
  remind,
  seenFeedback: (ctx, { params }) => markFeedbackRead(ctx, params.id),
  forget: (ctx, { params }) => deleteResults(ctx, params.id),
};
