/** Signing in without an account, with a learner code or three pictures (docs/behaviour/classes.md#signing-in-with-a-code). */
import { z } from 'zod';
import { User } from '../accounts/user.ts';
import { endpoint } from '../endpoint.ts';
import { PictureRow } from './learner-codes.ts';

export const learnerSession = {
  byCode: endpoint({
    method: 'POST',
    reserve: true,
    path: '/api/v1/session/learner',
    summary: 'Sign in with a learner code, with or without its hyphens',
    access: 'user',
    guests: 'always',
    codes: true,
    body: z.object({ code: z.string().trim().min(1).max(60) }),
    reply: User,
  }),
  pictureClass: endpoint({
    method: 'GET',
    path: '/api/v1/session/learner/pictures',
    summary: 'Name of the class with this join code, if its learners sign in by pictures',
    access: 'user',
    guests: 'always',
    codes: true,
    query: z.object({ class: z.string().trim().min(1).max(40) }),
    reply: z.object({ name: z.string(), school: z.string() }),
  }),
  byPictures: endpoint({
    method: 'POST',
    reserve: true,
    path: '/api/v1/session/learner/pictures',
    summary: "Sign in with the class's join code and three pictures",
    access: 'user',
    guests: 'always',
    codes: true,
    body: z.object({ class: z.string().trim().min(1).max(40), pictures: PictureRow }),
    reply: User,
  }),
};
