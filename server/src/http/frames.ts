/**
 * Pages that may stand in a frame of a learning platform: the one of a visit, which names its platform (`?platform=`), and the one that plays H5P inside
 * of it. Only the origins of a platform that is let in may hold them, and only to these may the page of a visit post its answer.
 */
import { LTI_PATH } from '@fundus/contract/lti/rules';
import type { FastifyInstance, FastifyReply } from 'fastify';

const FRAMED = [LTI_PATH, '/h5p/player.html'];
const POLICY = 'content-security-policy';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function allowFrames(app: FastifyInstance, framersOf: (platform: string) => Promise<readonly string[]>): void {
  app.addHook('onSend', async (request, reply) => {
    const [path = '', query = ''] = request.url.split('?');
    if (!FRAMED.includes(path)) return;
    const platform = new URLSearchParams(query).get('platform') ?? '';
    if (UUID.test(platform)) widenPolicy(reply, await framersOf(platform), path === LTI_PATH);
  });
}

function widenPolicy(reply: FastifyReply, origins: readonly string[], posts: boolean): void {
  if (origins.length === 0) return;
  const added = origins.join(' ');
  const policy = String(reply.getHeader(POLICY))
    .replace(/frame-ancestors [^;]*/, (now) => `${now.replace("'none'", "'self'")} ${added}`)
    .replace(/form-action [^;]*/, (now) => (posts ? `${now} ${added}` : now));
  reply.header(POLICY, policy).removeHeader('x-frame-options');
}
