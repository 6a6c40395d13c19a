/** Notices that browsers show while the portal is closed: Web Push, where the portal offers it and somebody wants it (docs/behaviour/mails.md#push-notifications). */
import { z } from 'zod';
import { done, endpoint } from '../endpoint.ts';
import { byId, moment } from '../fields.ts';

/** Browsers of one person; the one that is there longest goes for a new one. */
export const MAX_BROWSERS = 10;

const gate = { access: 'user', setting: 'WebPush' } as const;

/** Base64url of a point of the curve P-256, and of sixteen bytes. */
const keys = { p256dh: z.string().regex(/^[\w-]{87}$/), auth: z.string().regex(/^[\w-]{22}$/) };
const address = z.url({ protocol: /^https$/ }).max(1_000);

const Browser = z.object({
  id: z.uuid(),
  /** Where it is told; what this browser knows of itself, too. */
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
    summary: 'The browsers in which the visitor is told, and the key by which the portal is known to them',
    reply: z.object({ key: z.string(), items: z.array(Browser) }),
  }),
  addBrowser: endpoint({
    ...gate,
    method: 'POST',
    path: '/api/v1/notices/browsers',
    summary: 'Tell the visitor in this browser, and whoever was told in it before no more',
    body: z.object({ endpoint: address, ...keys }),
    reply: Browser,
  }),
  removeBrowser: endpoint({
    ...gate,
    method: 'DELETE',
    path: '/api/v1/notices/browsers/{id}',
    summary: 'Tell nothing in this browser any more',
    params: byId,
    reply: done,
  }),
};
