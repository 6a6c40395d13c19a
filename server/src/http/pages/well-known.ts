/** Files that programs expect at well-known paths. */
import { href } from '@fundus/contract/screens';
import type { FastifyInstance } from 'fastify';

const DAY = 86_400_000;
/** Validity of `security.txt`. RFC 9116 (2.5.5) recommends less than a year. */
const GOOD_FOR = 180 * DAY;

type About = {
  /** Returns whether search engines may index the pages of media. */
  exportsMetadata: () => boolean;
  publicUrl?: string | undefined;
  securityContact?: string | undefined;
  now: () => Date;
};

/**
 * Serves `security.txt` (RFC 9116) if there is a contact or a public URL, and always `change-password`
 * (https://w3c.github.io/webappsec-change-password-url/) and `robots.txt`.
 */
export function serveWellKnown(app: FastifyInstance, { exportsMetadata, publicUrl, securityContact, now }: About): void {
  const contact = securityContact ?? (publicUrl?.startsWith('https:') ? publicUrl + href('contact') : undefined);
  if (contact !== undefined)
    app.get('/.well-known/security.txt', (_, reply) => {
      const until = new Date(Math.ceil((now().getTime() + GOOD_FOR) / DAY) * DAY);
      const lines = [
        `Contact: ${contact}`,
        `Expires: ${until.toISOString()}`,
        'Preferred-Languages: de, en',
        ...(publicUrl ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []),
      ];
      return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
    });
  app.get('/.well-known/change-password', (_, reply) => reply.redirect(href('account', { section: 'security' }), 302));
  app.get('/robots.txt', (request, reply) => {
    const origin = publicUrl ?? `${request.protocol}://${request.host}`;
    const map = exportsMetadata() ? `Sitemap: ${origin}/sitemap.xml\n` : '';
    return reply
      .type('text/plain; charset=utf-8')
      .send(`User-agent: *\nAllow: /api/v1/covers/\nDisallow: /api/\nDisallow: /content/\n${map}`);
  });
}
