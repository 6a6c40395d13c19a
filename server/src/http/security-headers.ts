/** Headers of docs/behaviour/access.md#headers. Nothing is loaded from anywhere else, no inline script, no inline style. */
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const SELF = "'self'";

/** `pictures`: origins of other hosts that pictures may come from. */
export async function setSecurityHeaders(app: FastifyInstance, https: boolean, pictures: readonly string[] = []): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': [SELF],
        'style-src': [SELF],
        'img-src': [SELF, 'data:', 'blob:', ...pictures],
        'font-src': [SELF],
        'connect-src': [SELF],
        'media-src': [SELF, 'blob:'],
        'frame-src': [SELF],
        'worker-src': [SELF],
        'manifest-src': [SELF],
        'form-action': [SELF],
        'base-uri': ["'none'"],
        'frame-ancestors': ["'none'"],
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
  app.addHook('onRequest', async (_, reply) => {
    reply.header(
      'permissions-policy',
      'camera=(), microphone=(), geolocation=(), payment=(), usb=(), fullscreen=(self), autoplay=(self), picture-in-picture=(self)',
    );
  });
}
