/**
 * Pages that may stand in a frame: the one of a visit, which names its learning platform (`?platform=`), the one that plays H5P inside of it, and the
 * error page. The operator names origins for visits and errors (`FRAME_ANCESTORS`). The platform of a visit may frame its page and receives its answer;
 * a platform that is let in may frame the error page if the browser names it as the referrer, so that the others are not disclosed.
 */
import { LTI_PATH } from '@fundus/contract/lti/rules';
import { href } from '@fundus/contract/screens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const H5P_PAGE = '/h5p/player.html';
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
  const findFraming = async (request: FastifyRequest): Promise<string[]> => {
    const origin = refererOf(request);
    return origin !== undefined && (await ofPlatforms()).includes(origin) ? [origin] : [];
  };
  app.addHook('onSend', async (request, reply) => {
    const [path = '', query = ''] = request.url.split('?');
    if (path === href('error') || path.startsWith(`${href('error')}/`))
      widenPolicy(reply, [...everywhere, ...(await findFraming(request))]);
    if (path !== LTI_PATH && path !== H5P_PAGE) return;
    const platform = new URLSearchParams(query).get('platform') ?? '';
    const origins = UUID.test(platform) ? await ofPlatform(platform) : [];
    if (path === LTI_PATH) widenPolicy(reply, [...everywhere, ...origins], origins);
    else widenPolicy(reply, origins);
  });
}

/** Returns the origin of the page that frames this one, as the browser names it. */
function refererOf({ headers: { referer } }: FastifyRequest): string | undefined {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined;
}

function widenPolicy(reply: FastifyReply, origins: readonly string[], posts: readonly string[] = []): void {
  if (origins.length === 0) return;
  const added = [...new Set(origins)].join(' ');
  const policy = String(reply.getHeader(POLICY))
    .replace(/frame-ancestors [^;]*/, (now) => `${now.replace("'none'", "'self'")} ${added}`)
    .replace(/form-action [^;]*/, (now) => [now, ...posts].join(' '));
  reply.header(POLICY, policy).removeHeader('x-frame-options');
}
