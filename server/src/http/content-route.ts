/** The one address outside `/api/` that hands out files: the token in the path is the permission. */
import type { StreamAnswer } from '@fundus/contract/endpoint';
import type { FastifyInstance } from 'fastify';

type Read = (request: { token: string; path: string; range: string | undefined; ifNoneMatch: string | undefined }) => Promise<StreamAnswer>;

export function serveContent(app: FastifyInstance, read: Read): void {
  app.get<{ Params: { token: string; '*': string } }>('/content/:token/*', { compress: false }, async (request, reply) => {
    const {
      status = 200,
      headers,
      body,
    } = await read({
      token: request.params.token,
      path: request.params['*'],
      range: request.headers.range,
      ifNoneMatch: request.headers['if-none-match'],
    });
    return reply
      .code(status)
      .headers(headers)
      .send(body ?? undefined);
  });
}
