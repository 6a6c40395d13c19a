/** Choice of content in a platform, and the signed response (LTI Deep Linking 2.0; docs/behaviour/lti.md#choosing). */
import { catalogue } from '@fundus/contract/catalogue/catalogue';
import type { Input, Reply } from '@fundus/contract/endpoint';
import { AppError, invalid } from '@fundus/contract/errors';
import { coverHref } from '@fundus/contract/files/files';
import { LTI_FORM_PATH, LTI_PATH, MAX_ITEMS, formatTarget, type LtiTarget, type ltiVisit, type PickedItem } from '@fundus/contract/lti/lti';
import { stripTags } from '@fundus/contract/markup';
import type { Ctx, Service, UserCtx } from '../../http/context.ts';
import { originOf } from '../../http/origin.ts';
import { CLAIM, DEEP_LINKING } from '../../lti/messages.ts';
import { signForm } from '../../lti/oauth1.ts';
import { signToken } from '../../lti/signing.ts';
import { listToPick } from '../assignments/index.ts';
import { buildCards, mayShowInPlatform, searchMedia } from '../catalogue/index.ts';
import { listSchoolLists, readSchoolList } from '../medialists/index.ts';
import { signingKey } from './keys.ts';
import { readSecret } from './launch-form.ts';
import { endPick } from './repository.ts';
import { asVisitor, requireVisit } from './visit.ts';
import type { LtiVisit, ContentRecipient as PickSettings } from '../../visitors/lti-visit-fields.ts';

const PAGE = 20;
const TITLE_LENGTH = 255;
const TEXT_LENGTH = 1_000;
const ANSWER_LASTS_S = 300;
const COVER = { width: 400, height: 226 };

type Picking<S extends Service> = { visit: LtiVisit; pick: PickSettings; as: UserCtx<S>; learner: UserCtx<S> };

/** Returns the visit of the token. Throws `forbidden` unless it is for choosing content. */
async function requirePick<S extends Service>(ctx: Ctx<S>): Promise<Picking<S>> {
  const visit = await requireVisit(ctx);
  if (!visit.pick) throw new AppError('forbidden');
  // The choice is for a course, so media that its learners may not open are excluded.
  const learner = { ...visit.user, role: 'S' };
  return { visit, pick: visit.pick, as: asVisitor(ctx, visit), learner: asVisitor(ctx, { user: learner }) };
}

export async function searchPickableMedia(
  ctx: Ctx<'search' | 'storage'>,
  { query }: Input<typeof ltiVisit.search>,
): Promise<Reply<typeof ltiVisit.search>> {
  const { as, learner } = await requirePick(ctx);
  const { total, items } = await searchMedia(as, 'search', catalogue.search.query.parse({ ...query, limit: PAGE }));
  const cards = await buildCards(
    as,
    items.map(({ identifier }) => identifier),
  );
  const closed = items.flatMap(({ identifier }) => {
    const card = cards.get(identifier);
    return card && mayShowInPlatform(learner, card) ? [] : [identifier];
  });
  return { total, items, closed };
}

export async function listPickableLists(
  ctx: Ctx<'search'>,
  { query }: Input<typeof ltiVisit.lists>,
): Promise<Reply<typeof ltiVisit.lists>> {
  const { as } = await requirePick(ctx);
  return { items: await listSchoolLists(as, query.q) };
}

type Link = { target: LtiTarget; title: string; text: string; cover: string | null; due?: string | null };

/** Returns the chosen links in their order. Throws `licence_missing` for a medium that learners of the school may not open on the platform. */
async function linksOf(ctx: Ctx<'search'>, { learner, visit }: Picking<'search'>, items: readonly PickedItem[]): Promise<Link[]> {
  const cards = await buildCards(
    learner,
    items.flatMap((item) => (item.kind === 'medium' ? [item.id] : [])),
  );
  const tasks = items.some(({ kind }) => kind === 'task') && visit.course ? await listToPick(ctx, visit.course.class_id) : [];
  const links: Link[] = [];
  for (const item of items) {
    if (item.kind === 'medium') {
      const card = cards.get(item.id);
      if (!card || !mayShowInPlatform(learner, card)) throw new AppError('licence_missing', { field: 'items' });
      const cover = coverHref(card, ctx.config.CoverService);
      const target: LtiTarget = { kind: 'medium', id: item.id, start: null, end: null };
      links.push({ target, title: card.fn_titel, text: card.fn_kurztext, cover });
      continue;
    }
    if (item.kind === 'task') {
      const task = tasks.find(({ id }) => id === item.id);
      if (!task) throw invalid('items', 'unknown');
      links.push({ target: { kind: 'task', id: task.id }, title: task.title, text: '', cover: null, due: task.due_at });
      continue;
    }
    const list = await readSchoolList(learner, item.id);
    if (!list) throw invalid('items', 'unknown');
    if (item.as !== 'each') {
      links.push({ target: { kind: 'list', id: item.id }, title: list.title, text: '', cover: null });
      continue;
    }
    for (const { identifier, available, title, start_s, end_s, note_learner, cover } of list.contents)
      if (identifier !== null && available)
        links.push({ target: { kind: 'medium', id: identifier, start: start_s, end: end_s }, title, text: note_learner, cover });
  }
  return links;
}

/** Signs the response outside the transaction and then ends the choice. */
export const answerPick = {
  before: async (
    ctx: Ctx<'search'>,
    { body }: Input<typeof ltiVisit.deepLink>,
  ): Promise<{ id: string; reply: Reply<typeof ltiVisit.deepLink> }> => {
    const picking = await requirePick(ctx);
    const links = await linksOf(ctx, picking, body.items);
    if (links.length > (picking.pick.many ? MAX_ITEMS : 1)) throw invalid('items', 'max', { most: picking.pick.many ? MAX_ITEMS : 1 });
    const { pick, visit } = picking;
    const fields =
      pick.version === '1.1'
        ? await signedItems(ctx, visit, pick, links)
        : { JWT: await signToken(await signingKey(ctx), responseOf(ctx, visit, pick, links)) };
    return { id: visit.id, reply: { return_url: pick.return_url, fields } };
  },
  write: async (
    ctx: Ctx,
    _input: unknown,
    { id, reply }: { id: string; reply: Reply<typeof ltiVisit.deepLink> },
  ): Promise<Reply<typeof ltiVisit.deepLink>> => {
    await endPick(ctx.db, id);
    return reply;
  },
};

function responseOf(ctx: Ctx, { platform, services }: LtiVisit, { data }: PickSettings, links: readonly Link[]) {
  const now = Math.floor(ctx.now.getTime() / 1_000);
  return {
    iss: platform.client_id,
    aud: platform.issuer,
    iat: now,
    exp: now + ANSWER_LASTS_S,
    nonce: crypto.randomUUID(),
    [`${CLAIM}deployment_id`]: platform.deployment,
    [`${CLAIM}version`]: '1.3.0',
    [`${CLAIM}message_type`]: 'LtiDeepLinkingResponse',
    [`${DEEP_LINKING}content_items`]: links.map((link) => itemOf(originOf(ctx), link, services.includes('grades'))),
    ...(data !== null && { [`${DEEP_LINKING}data`]: data }),
  };
}

/** Returns an item with a link to the portal. Moodle makes an external tool of every item and finds the tool by its host. */
function itemOf(origin: string, { target, title, text, cover, due }: Link, graded: boolean) {
  const picture = cover && { url: new URL(cover, origin).href, ...COVER };
  const query = formatTarget(target);
  return {
    type: 'ltiResourceLink',
    title: shorten(title, TITLE_LENGTH),
    ...(text && { text: shorten(text, TEXT_LENGTH) }),
    url: `${origin}${LTI_PATH}?${query}`,
    custom: Object.fromEntries(new URLSearchParams(query)),
    ...(target.kind === 'task' &&
      graded && { lineItem: { label: shorten(title, TITLE_LENGTH), scoreMaximum: 100, resourceId: target.id } }),
    ...(due && { submission: { endDateTime: due } }),
    ...(picture && { icon: picture, thumbnail: picture }),
    iframe: { width: 900, height: 620 },
  };
}

/** Returns the form for LTI 1.1 (ContentItemSelection). It contains the items as JSON-LD and is signed with the secret of the platform. */
async function signedItems(ctx: Ctx, { platform }: LtiVisit, { return_url, data }: PickSettings, links: readonly Link[]) {
  const secret = await readSecret(ctx, platform.id);
  const items = links.map(({ target, title, text, cover }) => {
    const query = formatTarget(target);
    const picture = cover && { '@id': new URL(cover, originOf(ctx)).href, ...COVER };
    return {
      '@type': 'LtiLinkItem',
      mediaType: 'application/vnd.ims.lti.v1.ltilink',
      url: `${originOf(ctx)}${LTI_FORM_PATH}?${query}`,
      title: shorten(title, TITLE_LENGTH),
      ...(text && { text: shorten(text, TEXT_LENGTH) }),
      ...(picture && { icon: picture, thumbnail: picture }),
      custom: Object.fromEntries(new URLSearchParams(query)),
      placementAdvice: { presentationDocumentTarget: 'iframe', displayWidth: 900, displayHeight: 620 },
    };
  });
  const fields: Record<string, string> = {
    lti_message_type: 'ContentItemSelection',
    lti_version: 'LTI-1p0',
    content_items: JSON.stringify({ '@context': 'http://purl.imsglobal.org/ctx/lti/v1/ContentItem', '@graph': items }),
    ...(data !== null && { data }),
    oauth_version: '1.0',
    oauth_consumer_key: platform.client_id,
    oauth_nonce: crypto.randomUUID(),
    oauth_timestamp: String(Math.floor(ctx.now.getTime() / 1_000)),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_callback: 'about:blank',
  };
  return { ...fields, oauth_signature: signForm(return_url, Object.entries(fields), secret) };
}

/** Returns plain text of limited length. Soft hyphens are removed, because other programs display them. */
const shorten = (words: string, most: number): string => {
  const plain = stripTags(words, ' ')
    .replace(/\u00ad/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length <= most ? plain : `${plain.slice(0, most - 1)}…`;
};
