/**
 * Pages that other sites may frame: the page of an LTI visit, whose URL contains its platform (`?platform=`), the H5P player in it, and the error
 * page. The operator allows origins for visits and errors (`FRAME_ANCESTORS`). The platform of a visit may frame the page and receive its form posts.
 * A registered platform may frame the error page only if it is the referrer, so that the list of platforms is not disclosed.
 */
import { LTI_PATH } from '@fundus/contract/lti/rules';
import { href } from '@fundus/contract/screens';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export const H5P_PAGE = '/h5p/player.html';
const POLICY = 'content-security-policy';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Origins that may frame pages of the portal. */
export type Frames = {
  /** Origins configured by the operator. */
  everywhere: readonly string[];
  /** Returns the origins of one learning platform. */
  ofPlatform: (platform: string) => Promise<readonly string[]>;
  /** Returns the origins of all registered platforms. */
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

/** Returns the origin of the framing page from the Referer header. */
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
