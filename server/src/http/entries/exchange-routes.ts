/** Routes for other programs, without cookies, sessions or CSRF tokens. They return only data that is visible to guests. */
import { AppError } from '@fundus/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '../network.ts';

type Asked = { params: URLSearchParams; origin: string; address: string; authorization: string };
type Reply = { status: number; type: string; body: string; headers?: Readonly<Record<string, string>> };

export type Answerer = { path: string; post?: boolean | 'only'; format?: string; answer: (asked: Asked) => Promise<Reply> };

const MAX = 64 * 1024;

/** Registers the routes, which reply with 404 while `isOpen` returns false. */
export function serveExchange(
  app: FastifyInstance,
  { publicUrl, isOpen, answerers }: { publicUrl?: string | undefined; isOpen: () => boolean; answerers: readonly Answerer[] },
): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: MAX }, (_, body, done) =>
      done(null, new URLSearchParams(String(body))),
    );
    for (const { path, post, format, answer } of answerers)
      scope.route({
        method: post === 'only' ? 'POST' : post ? ['GET', 'POST'] : 'GET',
        url: path,
        bodyLimit: MAX,
        ...(format && { constraints: { format } }),
        handler: async (request, reply) => {
          if (!isOpen()) throw new AppError('not_found');
          const {
            status,
            type,
            body,
            headers = {},
          } = await answer({
            params: paramsOf(request),
            origin: originOf(request, publicUrl),
            address: networkOf(request.ip).network,
            authorization: request.headers.authorization ?? '',
          });
          return reply.code(status).headers(headers).type(type).send(body);
        },
      });
  });
}

/** Returns the parameters of path, query and form, in this order of precedence. */
function paramsOf({ raw, body, params }: FastifyRequest): URLSearchParams {
  const [, query = ''] = (raw.url ?? '').split(/\?(.*)/s);
  const form = body instanceof URLSearchParams ? [...body] : [];
  return new URLSearchParams([...Object.entries(params as Record<string, string>), ...new URLSearchParams(query), ...form]);
}

const originOf = (request: FastifyRequest, publicUrl: string | undefined): string => publicUrl ?? `${request.protocol}://${request.host}`;

/** Routing constraint for requests with a `format` parameter, such as `?format=amb`. */
export const byFormat = {
  name: 'format',
  storage: () => {
    const handlers = new Map<unknown, never>();
    return {
      get: (format: unknown) => handlers.get(format) ?? null,
      set: (format: unknown, handler: never) => void handlers.set(format, handler),
    };
  },
  deriveConstraint: ({ url = '' }: { url?: string | undefined }) => /[?&]format=([\w-]+)/.exec(url)?.[1] ?? '',
};
