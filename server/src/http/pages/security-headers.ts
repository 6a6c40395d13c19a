/**
 * Security headers that forbid loading from other origins, inline scripts and styles, and markup from plain text (docs/behaviour/access.md#headers).
 */
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { href } from '@fundus/contract/screens';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const SELF = "'self'";

/** Folders with the scripts of the portal. Uploaded content is served from other folders, so no page of the portal can run it as a script. */
const SCRIPTS = ['/assets/', '/pdfjs/'];
/** Path of the service worker. It is outside the script folders, because its scope is all pages. */
const SERVICE_WORKER = '/app-worker.js';

/** Host names that a content security policy can contain. IPv6 addresses are not allowed there. */
const NAMEABLE = /^[\w.-]+(:\d+)?$/;

/** Maximum number of cached hosts. Clients can send any Host header. */
const MAX_HOSTS = 50;

type Hosts = {
  /** Public URL of the portal. */
  publicUrl?: string | undefined;
  /** URL of the host for uploaded content. */
  contentUrl?: string | undefined;
  /** Origins of other hosts from which images may be loaded. */
  pictures?: readonly string[];
};

/** Returns the script sources: the given paths on the host of `PUBLIC_URL`, or on the requested host if it is not set. */
function scriptsOf(publicUrl: string | undefined, paths: readonly string[]): (request: IncomingMessage) => string {
  const named = publicUrl === undefined ? undefined : new URL(publicUrl).host;
  return ({ headers: { host = '' } }) => {
    const from = named ?? host;
    return NAMEABLE.test(from) ? paths.map((path) => from + path).join(' ') : SELF;
  };
}

export async function setSecurityHeaders(app: FastifyInstance, { publicUrl, contentUrl, pictures = [] }: Hosts): Promise<void> {
  const https = publicUrl?.startsWith('https:') ?? false;
  const content = contentUrl ? [new URL(contentUrl).origin] : [];
  const scripts = scriptsOf(publicUrl, SCRIPTS);
  const workers = scriptsOf(publicUrl, [...SCRIPTS, SERVICE_WORKER]);
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
        'worker-src': [workers],
        'manifest-src': [SELF],
        'form-action': [SELF],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
        // Trusted Types policies of the client, DOMPurify and the rich-text editor (client/src/ui/trusted-types.ts).
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ['default', 'fundus', 'dompurify', 'ProseMirrorClipboard'],
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
  // Cached by host, because the headers depend on nothing else and the plugin would rebuild them for each request.
  const made = new Map<string, OutgoingHttpHeaders>();
  app.addHook('onRequest', async ({ headers: { host = '' }, url }, reply) => {
    const known = made.get(host);
    if (known) for (const name in known) reply.raw.setHeader(name, known[name]!);
    else {
      await reply.helmet();
      if (made.size >= MAX_HOSTS) made.clear();
      made.set(host, { ...reply.raw.getHeaders() });
    }
    // Only the desk of a lending point may use the camera, to scan codes.
    const camera = url.split('?')[0] === href('tech-rental') ? 'camera=(self)' : 'camera=()';
    reply.header(
      'permissions-policy',
      `${camera}, microphone=(), geolocation=(), payment=(), usb=(), fullscreen=(self), autoplay=(self), picture-in-picture=(self)`,
    );
  });
}
