/**
 * Pages that may stand in a frame: the one of a visit, which names its learning platform (`?platform=`), the one that plays H5P inside of it, and the
 * error page. The operator names origins for visits and errors (`FRAME_ANCESTORS`); of platforms that are let in the one of the visit may hold
 * its page, and each may hold the error page. Only to the platform of a visit may its page post its answer.
 */
import { LTI_PATH } from '@fundus/contract/lti/rules';
import { href } from '@fundus/contract/screens';
import type { FastifyInstance, FastifyReply } from 'fastify';

const PLAYER = '/h5p/player.html';
const POLICY = 'content-security-policy';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Origins whose pages may hold ours. */
export type Frames = {
  /** … of the operator's choice. */
  everywhere: readonly string[];
  /** … of one learning platform. */
  ofPlatform: (platform: string) => Promise<readonly string[]>;
  /** … of all that are let in. */
  ofPlatforms: () => Promise<readonly string[]>;
};

export function allowFrames(app: FastifyInstance, { everywhere, ofPlatform, ofPlatforms }: Frames): void {
  app.addHook('onSend', async (request, reply) => {
    const [path = '', query = ''] = request.url.split('?');
    if (path === href('error') || path.startsWith(`${href('error')}/`)) widenPolicy(reply, [...everywhere, ...(await ofPlatforms())]);
    if (path !== LTI_PATH && path !== PLAYER) return;
    const platform = new URLSearchParams(query).get('platform') ?? '';
    const origins = UUID.test(platform) ? await ofPlatform(platform) : [];
    if (path === LTI_PATH) widenPolicy(reply, [...everywhere, ...origins], origins);
    else widenPolicy(reply, origins);
  });
}

function widenPolicy(reply: FastifyReply, origins: readonly string[], posts: readonly string[] = []): void {
  if (origins.length === 0) return;
  const added = [...new Set(origins)].join(' ');
  const policy = String(reply.getHeader(POLICY))
    .replace(/frame-ancestors [^;]*/, (now) => `${now.replace("'none'", "'self'")} ${added}`)
    .replace(/form-action [^;]*/, (now) => [now, ...posts].join(' '));
  reply.header(POLICY, policy).removeHeader('x-frame-options');
}
