/** External hosts from which exercises and packages may load content. */
import type { contentHosts } from '@fundus/contract/files/content-hosts';
import { hostsOf } from '@fundus/contract/files/host-rules';
import type { Input } from '@fundus/contract/endpoint';
import { recordAudit } from '../../http/audit.ts';
import type { Portal, UserCtx, Services } from '../../http/context.ts';
import { listHosts, replaceHosts } from './content-host-repository.ts';

export async function setHosts(ctx: UserCtx<'storage'>, { body }: Input<typeof contentHosts.setHosts>): Promise<{ hosts: string[] }> {
  const before = await listHosts(ctx.db);
  const hosts = [...new Set(body.hosts)];
  await replaceHosts(ctx.db, hosts, ctx.now);
  await recordAudit(ctx, 'district.contentHosts', { hosts: before }, { hosts });
  ctx.afterCommit(() => void known.delete(ctx.storage));
  return { hosts: await listHosts(ctx.db) };
}

const KNOWN_MS = 10_000;
/** Cache by storage, which is the only object that a portal and all its requests share. */
const known = new WeakMap<Services['storage'], { sources: string; at: number }>();

/** Returns the allowed hosts as sources of a Content-Security-Policy. They are cached for ten seconds, because another process may change them. */
export async function allowedSources({ db, storage, now }: Pick<Portal<'storage'>, 'db' | 'storage' | 'now'>): Promise<string> {
  const before = known.get(storage);
  if (before && Math.abs(now().getTime() - before.at) < KNOWN_MS) return before.sources;
  const sources = (await listHosts(db)).flatMap(hostsOf).join(' ');
  known.set(storage, { sources, at: now().getTime() });
  return sources;
}
