/** Registers the calls of the contract on the server: authorisation, parsing, transaction and reply. */
import { Readable } from 'node:stream';
import { admission, isGuestAt } from '@fundus/contract/access';
import type { Answer, Endpoint, Input, StreamAnswer } from '@fundus/contract/endpoint';
import { AppError } from '@fundus/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { runOnBehalfOf } from '../caller.ts';
import type { Db } from '../db/open.ts';
import { withReserve } from '../db/embedded/reserve.ts';
import { retryDeadlocks } from '../db/retry-deadlocks.ts';
import type { Ctx, CtxOf, LinkSessionChange, Portal, Service, SessionChange } from './context.ts';
import { findKnownDevice, setDeviceCookie } from './sessions/devices.ts';
import { etagOf, sendJsonWithEtag } from './bodies/etag.ts';
import { answerHeavy, streamParts } from './bodies/heavy-requests.ts';
import { GUEST_BODY, createSizeLimit } from './bodies/json-body.ts';
import { JsonText } from './bodies/json-text.ts';
import { findStoredAnswer, storeAnswer, readIdempotencyKey } from './kept-answers.ts';
import { networkOf } from './network.ts';
import { readKioskHash, writeKioskCookie } from './sessions/kiosk-session.ts';
import { applyLinkChange, readLinkHash } from './sessions/link-session.ts';
import { parseInput } from './bodies/parse-input.ts';
import { applySessionChange, findPerson } from './sessions/session.ts';
import type { DeviceSubject } from './sessions/device-subject.ts';
import type { SignedIn } from '../visitors/signed-in.ts';

type Answered<E extends Endpoint> = Answer<E> | JsonText<Answer<E>>;
type Handler<E extends Endpoint, S extends Service> =
  | ((ctx: CtxOf<E, S>, input: Input<E>) => Answered<E> | Promise<Answered<E>>)
  | InSteps<E, S>;

/**
 * A write with a slow first step, such as hashing a password or calling another host. `before` runs outside of the transaction and returns what
 * `write` needs, so that the transaction is short.
 */
type InSteps<E extends Endpoint, S extends Service> = {
  before: (ctx: CtxOf<E, S>, input: Input<E>) => Promise<unknown>;
  write: (ctx: CtxOf<E, S>, input: Input<E>, prepared: never) => Answer<E> | Promise<Answer<E>>;
};

/** Untyped form of `InSteps`. */
type Steps = {
  before?: (ctx: Ctx, input: object) => Promise<unknown>;
  write: (ctx: Ctx, input: object, prepared: unknown) => Promise<unknown>;
};

/** Handlers of a domain, one per endpoint. The domain must list the services `S` that they use. */
export type Handlers<D extends Record<string, Endpoint>, S extends Service = never> = { [K in keyof D]: Handler<D[K], S> };

/** Registers the endpoints of a domain. Handlers receive the properties of `portal`, restricted to the services of the domain. */
export function implement<D extends Record<string, Endpoint>, S extends Service>(
  app: FastifyInstance,
  portal: Portal<S>,
  domain: D,
  handlers: Handlers<D, NoInfer<S>>,
): void {
  /** Authorised caller of each request, set before the body is read and used by the handler. */
  const admitted = new WeakMap<FastifyRequest, SignedIn | null>();
  for (const [name, endpoint] of Object.entries(domain)) {
    const handler = handlers[name] as unknown as Steps['write'] | Steps;
    const steps = typeof handler === 'function' ? { write: handler } : handler;
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
      onRequest: async (request) => void admitted.set(request, await withReserve(() => admit(portal, endpoint, request))),
      ...(endpoint.method !== 'GET' && {
        preParsing: (request, _, payload, done) => done(null, admitted.get(request) ? payload : payload.pipe(createSizeLimit(GUEST_BODY))),
      }),
      handler: (request, reply) => {
        const user = admitted.get(request) ?? null;
        const work = () => answer(portal, endpoint, steps, request, reply, user);
        const respond = () =>
          runOnBehalfOf(user?.id ?? networkOf(request.ip).network, () =>
            endpoint.heavy ? answerHeavy(user?.id ?? guestKey(request), reply, work) : work(),
          );
        return endpoint.reserve || endpoint.method === 'DELETE' ? withReserve(respond) : respond();
      },
    });
  }
}

/**
 * Authorises the caller of an endpoint before the body is read. Returns the user, or `null` for a guest. Throws `login_required`,
 * `forbidden` or `feature_disabled`.
 */
async function admit(portal: Portal, endpoint: Endpoint, request: FastifyRequest): Promise<SignedIn | null> {
  const visitor = await findPerson(portal, request);
  const passed = admission(endpoint, visitor, portal.config);
  if (passed === 'login') throw new AppError('login_required');
  if (passed !== 'admitted')
    throw new AppError(visitor && passed === 'blocked' && !isSwitchedOff(endpoint, portal) ? 'forbidden' : 'feature_disabled');
  const user = visitor && isGuestAt(endpoint, visitor) ? null : visitor;
  if (!user && Number(request.headers['content-length'] ?? 0) > GUEST_BODY)
    throw new AppError('too_large', { details: { max: GUEST_BODY } });
  return user;
}

async function answer(
  portal: Portal,
  endpoint: Endpoint,
  steps: Steps,
  request: FastifyRequest,
  reply: FastifyReply,
  user: SignedIn | null,
): Promise<unknown> {
  const input = parseInput(endpoint, request);
  const once = user && !user.by_code ? readIdempotencyKey(portal.secret, user.id, endpoint, request, input) : undefined;
  const effects: (() => unknown)[] = [];
  let change: SessionChange | undefined;
  let linkChange: LinkSessionChange | undefined;
  let kiosk: string | undefined;
  const remembered: DeviceSubject[] = [];
  const { network, range } = networkOf(request.ip);
  const ctx = (db: Db): Ctx => ({
    ...portal,
    db,
    user,
    now: portal.now(),
    address: network,
    range,
    linkHash: readLinkHash(portal, request),
    kioskHash: readKioskHash(portal, request),
    knownDevice: (subject) => findKnownDevice(portal, request, subject),
    rememberDevice: (...subjects) => remembered.push(...subjects),
    afterCommit: (effect) => effects.push(effect),
    changeSession: (wanted) => (change = wanted),
    changeLinkSession: (wanted) => (linkChange = wanted),
    becomeKiosk: (token) => (kiosk = token),
    header: (name) => {
      const value = request.headers[name];
      return Array.isArray(value) ? value[0] : value;
    },
  });

  const prepared = await steps.before?.(ctx(portal.db), input);
  const snapshot = { effects: effects.length, remembered: remembered.length, change, linkChange, kiosk };
  const write = async (trx: Db): Promise<unknown> => {
    const here = ctx(trx);
    const before = once && (await findStoredAnswer(here, once));
    if (before !== undefined) return new JsonText(before);
    const written = await steps.write(here, input, prepared);
    if (remembered.length > 0) setDeviceCookie(portal, request, reply, remembered);
    if (change) await applySessionChange({ ...portal, db: trx }, request, reply, change);
    if (kiosk !== undefined) writeKioskCookie(portal, request, reply, kiosk);
    if (linkChange) await applyLinkChange({ ...portal, db: trx }, request, reply, linkChange);
    // The reply is validated before the commit, so that an invalid reply rolls the transaction back.
    const parsed = parseReply(endpoint, written);
    if (once) await storeAnswer(here, once, parsed);
    return parsed;
  };
  const result: unknown =
    endpoint.method === 'GET'
      ? parseReply(endpoint, await steps.write(ctx(portal.db), input, prepared))
      : await retryDeadlocks(() => {
          effects.length = snapshot.effects;
          remembered.length = snapshot.remembered;
          ({ change, linkChange, kiosk } = snapshot);
          return portal.db.transaction().execute(write);
        });
  for (const effect of effects) await effect();

  if (result instanceof JsonText) return reply.type('application/json; charset=utf-8').send(result.text);
  if (endpoint.reply === 'stream') return sendStream(reply, result as StreamAnswer, endpoint);
  return endpoint.etag ? sendIfChanged(request, reply, result) : result;
}

function parseReply({ reply }: Endpoint, value: unknown): unknown {
  if (value instanceof JsonText) value.check(reply);
  return reply === 'stream' || value instanceof JsonText ? value : reply.parse(value);
}

function sendIfChanged(request: FastifyRequest, reply: FastifyReply, value: unknown): FastifyReply {
  const text = JSON.stringify(value);
  return sendJsonWithEtag(request, reply, { text, etag: etagOf(text) });
}

/** Returns whether the configuration disables the endpoint for all users. */
function isSwitchedOff(endpoint: Endpoint, portal: Portal): boolean {
  const anyone = { role: 'L', school_admin: '1', district_admin: '1' };
  return admission(endpoint, anyone, portal.config) === 'blocked';
}

/** Returns the rate-limit key of a guest. It includes the path, because a whole school may share a network address. */
const guestKey = (request: FastifyRequest): string => `${networkOf(request.ip).network} ${request.url.split('?')[0]}`;

const isParts = (body: StreamAnswer['body']): body is AsyncIterable<string | Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body && !(body instanceof Readable);

/** Sends a stream. For a heavy request, returns the body instead, because awaiting the reply would wait until the client has read everything. */
async function sendStream(reply: FastifyReply, { status = 200, headers, body }: StreamAnswer, { heavy }: Endpoint): Promise<unknown> {
  reply.code(status).headers(headers);
  if (heavy) return isParts(body) ? Readable.from(await streamParts(body, reply)) : (body ?? '');
  return reply.send((isParts(body) ? Readable.from(body) : body) ?? undefined);
}
