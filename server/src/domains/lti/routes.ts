import type { ltiPlatforms } from '@fundus/contract/lti/platforms';
import type { ltiVisit } from '@fundus/contract/lti/lti';
import type { Handlers } from '../../http/implement.ts';
import { answerPick, listsToPick, searchToPick } from './picking.ts';
import {
  addPlatform,
  changePlatform,
  invitePlatform,
  readPlatforms,
  removePlatform,
  removeRegistration,
  setDeployment,
} from './platforms.ts';
import { startVisit, readVisitList, readVisitMedium } from './visit.ts';

export const handlers: Handlers<typeof ltiVisit & typeof ltiPlatforms> = {
  begin: startVisit,
  search: searchToPick,
  lists: listsToPick,
  medium: (ctx, { params }) => readVisitMedium(ctx, params.identifier),
  list: readVisitList,
  deepLink: answerPick,
  platforms: readPlatforms,
  addPlatform,
  changePlatform,
  removePlatform,
  setDeployment,
  invitePlatform,
  removeRegistration,
};
