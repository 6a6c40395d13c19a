/** Headers of docs/behaviour/access.md#headers. Nothing is loaded from anywhere else, no inline script, no inline style, no markup out of plain text. */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { href } from '@fundus/contract/screens';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const SELF = "'self'";

/** Where scripts of the portal lie. What others uploaded lies elsewhere, so that it is a script to no page of the portal. */
const SCRIPTS = ['/assets/', '/pdfjs/'];

/** A host as a policy can name it; an address of IPv6 it cannot. */
const NAMEABLE = /^[\w.-]+(:\d+)?$/;

/** Anybody may name any host. */
const MAX_HOSTS = 50;

type Hosts = {
  /** The address people use. */
  publicUrl?: string | undefined;
  /** The address of uploaded content, where it has one of its own. */
  contentUrl?: string | undefined;
  /** Origins of other hosts that pictures may come from. */
  pictures?: readonly string[];
};

/** Returns the sources of scripts: their folders on the host of `PUBLIC_URL`, or on the host of the request if it is not set. */
function scriptsOf(publicUrl: string | undefined): (request: IncomingMessage) => string {
  const named = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return ({ headers: { host = '' } }) => {
    const from = named ?? host;
    return NAMEABLE.test(from) ? SCRIPTS.map((folder) => from + folder).join(' ') : SELF;
  };
}

export async function setSecurityHeaders(app: FastifyInstance, { publicUrl, contentUrl, pictures = [] }: Hosts): Promise<void> {
  const https = publicUrl?.startsWith('https:') ?? false;
  const content = contentUrl ? [new URL(contentUrl).origin] : [];
  const scripts = scriptsOf(publicUrl);
  await app.register(helmet, {
    global: false,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': [scripts],
        'style-src': [SELF],
        'img-src': [SELF, 'data:', 'blob:', ...content, ...pictures],
        'font-src': [SELF],
        'connect-src': [SELF, ...content],
        'media-src': [SELF, 'blob:', ...content],
        'frame-src': [SELF, ...content],
        'worker-src': [scripts],
        'manifest-src': [SELF],
        'form-action': [SELF],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
        // What the client calls its own, and DOMPurify's (client/src/ui/trusted-types.ts).
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['default', 'fundus', 'dompurify'],
        ...(https && { 'upgrade-insecure-requests': [] }),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    originAgentCluster: false,
    xFrameOptions: { action: 'deny' },
  });
  // What they say hangs on the host alone, and the plugin makes all of them anew each time it is asked.
  const made = new Map<string, OutgoingHttpHeaders>();
  app.addHook('onRequest', async ({ headers: { host = '' }, url }, reply) => {
    const known = made.get(host);
    if (known) for (const name in known) reply.raw.setHeader(name, known[name]!);
    else {
      await reply.helmet();
      if (made.size >= MAX_HOSTS) made.clear();
      made.set(host, { ...reply.raw.getHeaders() });
    }
    // Codes of devices are read at the desk of a lending point, and the camera is open nowhere else.
    const camera = url.split('?')[0] === href('tech-rental') ? 'camera=(self)' : 'camera=()';
    reply.header(
      'permissions-policy',
      `${camera}, microphone=(), geolocation=(), payment=(), usb=(), fullscreen=(self), autoplay=(self), picture-in-picture=(self)`,
    );
  });
}
