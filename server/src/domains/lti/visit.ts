/** Access of a visit from a learning platform. It covers only the target of the visit (docs/behaviour/lti.md#the-visit). */
import { randomBytes } from 'node:crypto';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, notFound } from '@fundus/contract/errors';
import type { ltiVisit, Visit } from '@fundus/contract/lti/lti';
import type { Ctx, Service, UserCtx } from '../../http/context.ts';
import { readVisit } from '../../visitors/lti-visit.ts';
import { isOfVisit } from '../../visitors/lti-repository.ts';
import { buildCards, mayShowInPlatform, readMedium } from '../catalogue/index.ts';
import { readSchoolList } from '../medialists/index.ts';
import { hashSecret } from './hash-of.ts';
import { exchangeCode } from './repository.ts';
import type { LtiVisit } from '../../visitors/lti-visit-fields.ts';

const CODE_LASTS = 60_000;

/** Exchanges the code for a token. The code was part of an address and is therefore valid only once and for one minute. */
export async function startVisit(ctx: Ctx, { body }: Input<typeof ltiVisit.begin>): Promise<Reply<typeof ltiVisit.begin>> {
  const token = randomBytes(32).toString('base64url');
  const begunAfter = new Date(ctx.now.getTime() - CODE_LASTS);
  const id = await exchangeCode(ctx.db, { code_hash: hashSecret(body.code), token_hash: hashSecret(token), begunAfter });
  const visit = id === undefined ? undefined : await readVisit(ctx.db, { id }, ctx.now);
  if (!visit) throw new AppError('wrong_credentials');
  return { token, visit: presentVisit(visit) };
}

export function presentVisit({ platform, pick, target, user, course, platformCourse: said }: LtiVisit): Visit {
  return {
    platform: platform.name,
    school: user.schulname ?? '',
    teaches: user.role === 'L',
    pick: pick && { many: pick.many },
    target,
    course: course && { class_name: course.class_name },
    connects: user.role === 'L' && said !== null && course === null,
  };
}

/** Returns the visit of the token. Throws `wrong_credentials` if there is none, because logging in would not help. */
export async function requireVisit(ctx: Ctx): Promise<LtiVisit> {
  const [, token] = /^Bearer ([\w-]{43})$/.exec(ctx.header('authorization') ?? '') ?? [];
  const visit = token === undefined ? undefined : await readVisit(ctx.db, { token_hash: hashSecret(token) }, ctx.now);
  if (!visit) throw new AppError('wrong_credentials');
  return visit;
}

export const asVisitor = <S extends Service>(ctx: Ctx<S>, { user }: Pick<LtiVisit, 'user'>): UserCtx<S> => ({ ...ctx, user });

/** Returns a medium of the visit. Throws `not_found` if it does not belong to the visit, and `licence_missing` without a licence. */
export async function readVisitMedium(
  ctx: Ctx<'contentUrl' | 'search' | 'storage'>,
  identifier: string,
): Promise<Reply<typeof ltiVisit.medium>> {
  const visit = await requireVisit(ctx);
  if (!(await isOfVisit(ctx.db, visit, identifier, ctx.now))) throw notFound('identifier');
  const as = asVisitor(ctx, visit);
  const card = (await buildCards(as, [identifier])).get(identifier);
  if (!card || !mayShowInPlatform(as, card)) throw new AppError('licence_missing');
  const medium = await readMedium(as, 'search', identifier);
  return { ...medium, files: medium.files.map((file) => ({ ...file, download_href: null })) };
}

export async function readVisitList(ctx: Ctx<'search'>): Promise<Reply<typeof ltiVisit.list>> {
  const visit = await requireVisit(ctx);
  const list = visit.target?.kind === 'list' ? await readSchoolList(asVisitor(ctx, visit), visit.target.id) : undefined;
  if (!list) throw notFound();
  return list;
}
