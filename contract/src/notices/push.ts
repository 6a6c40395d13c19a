/** Web Push: shows notices while the portal is closed, if the portal and the user enabled it (docs/behaviour/mails.md#push-notifications). */
import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';
import { byId, moment } from '../fields.ts';

/** Maximum number of browsers per user. A further browser replaces the oldest. */
export const MAX_BROWSERS = 10;

const gate = { access: 'user', setting: 'WebPush' } as const;

/** Base64url formats of the browser's P-256 public key (65 bytes) and its authentication secret (16 bytes). */
const keys = { p256dh: z.string().regex(/^[\w-]{87}$/), auth: z.string().regex(/^[\w-]{22}$/) };
const address = z.url({ protocol: /^https$/ }).max(1_000);

const Browser = z.object({
  id: z.uuid(),
  /** Push endpoint. A browser compares it with its own subscription to find itself in the list. */
  endpoint: z.string(),
  device: z.string(),
  created_at: moment,
});
export type Browser = z.output<typeof Browser>;

export const push = {
  browsers: endpoint({
    ...gate,
    method: 'GET',
    path: '/api/v1/notices/browsers',
    summary: "Browsers with push notifications of the user, and the portal's public key",
    reply: z.object({ key: z.string(), items: z.array(Browser) }),
  }),
  addBrowser: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/notices/browsers',
    summary: 'Enable push notifications in this browser; ends those of a previous user',
    body: z.object({ endpoint: address, ...keys }),
    reply: Browser,
  }),
  removeBrowser: endpoint({
    ...gate,
    method: 'DELETE',
    path: '/api/v1/notices/browsers/{id}',
    summary: 'Disable push notifications in a browser',
    params: byId,
    reply: done,
  }),
};
