import { MAX_HOSTS } from '@fundus/contract/files/host-rules';
import type { Db } from '../../db/open.ts';

export const listHosts = async (db: Db): Promise<string[]> => {
  const rows = await db.selectFrom('content_host').select('content_host.host').orderBy('content_host.host').limit(MAX_HOSTS).execute();
  return rows.map(({ host }) => host);
};

export async function replaceHosts(db: Db, hosts: readonly string[], now: Date): Promise<void> {
  await db.deleteFrom('content_host').execute();
  if (hosts.length > 0)
    await db
      .insertInto('content_host')
      .values(hosts.map((host) => ({ host, added_at: now })))
      .execute();
}
