import type { learnerSession } from '@fundus/contract/classes/learner-session';
import type { Handlers } from '../../../http/implement.ts';
import { checkLearnerCode, checkPictures, readPictureClass, startLearnerSession } from './learner-session.ts';

export const learnerHandlers: Handlers<typeof learnerSession, 'pause'> = {
  byCode: {
    before: (ctx, { body }) => checkLearnerCode(ctx, body.code),
    write: (ctx, _, codeId: string) => startLearnerSession(ctx, codeId),
  },
  pictureClass: (ctx, { query }) => readPictureClass(ctx, query.class),
  byPictures: {
    before: (ctx, { body }) => checkPictures(ctx, body.class, body.pictures),
    write: (ctx, _, codeId: string) => startLearnerSession(ctx, codeId),
  },
};
