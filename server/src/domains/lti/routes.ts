import type { ltiCourses } from '@fundus/contract/lti/courses';
import type { ltiPlatforms } from '@fundus/contract/lti/platforms';
import type { ltiVisit } from '@fundus/contract/lti/lti';
import type { Handlers } from '../../http/implement.ts';
import { connectCourse, inviteCourse, leaveCourse, readCourses } from './courses.ts';
import { sendGradesAgain } from './grades.ts';
import { answerPick, listPickableLists, searchPickableMedia } from './picking.ts';
import {
  addKey,
  addPlatform,
  changePlatform,
  invitePlatform,
  readPlatforms,
  removePlatform,
  removeRegistration,
  setDeployment,
} from './platforms.ts';
import { readTask, readTaskUnits, reportTask, listPickableTasks } from './tasks.ts';
import { startVisit, readVisitList, readVisitMedium } from './visit.ts';

export const handlers: Handlers<
  typeof ltiVisit & typeof ltiPlatforms & typeof ltiCourses,
  'contentUrl' | 'intranetHosts' | 'live' | 'search' | 'storage'
> = {
  begin: startVisit,
  search: searchPickableMedia,
  lists: listPickableLists,
  medium: (ctx, { params }) => readVisitMedium(ctx, params.identifier),
  list: readVisitList,
  connect: connectCourse,
  tasks: (ctx) => listPickableTasks(ctx),
  task: (ctx) => readTask(ctx),
  report: reportTask,
  units: readTaskUnits,
  deepLink: answerPick,
  platforms: readPlatforms,
  addPlatform,
  addKey,
  changePlatform,
  sendGradesAgain,
  removePlatform,
  setDeployment,
  invitePlatform,
  removeRegistration,
  courses: readCourses,
  inviteCourse,
  leaveCourse,
};
