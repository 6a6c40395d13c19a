/** Checks some links each hour, with pauses between the requests to one host (docs/behaviour/link-checks.md#asking). */
import { DAY, today } from '@fundus/contract/days';
import { CHECK_DAYS } from '@fundus/contract/link-checks/link-checks';
import type { Portal } from '../../http/context.ts';
import { checkLink } from './check-link.ts';
import { listDueLinks, touchCheck, writeCheck, type Due } from './repository.ts';

const HOUR = 3_600_000;
/** Maximum number of links per hour, of links per host, and of concurrent hosts. */
const MAX = 300;
const MAX_OF_HOST = 20;
const AT_ONCE = 4;
/** Milliseconds between two requests to one host. */
const PAUSE = 2_000;
/** Consecutive failures after which a host is skipped until the next hour. */
const MAX_FAILURES = 3;

type Source = Pick<Portal<'pause' | 'remote'>, 'db' | 'remote' | 'now' | 'pause' | 'config'>;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : '');

export async function checkLinks(source: Source, { now }: { now: Date }): Promise<void> {
  if (!source.config.LinkCheck) return;
  // The limit is two hours early, so that the same run on the next day finds the links due.
  const before = (days: number): Date => new Date(now.getTime() - days * DAY + 2 * HOUR);
  const due = await listDueLinks(source.db, {
    ...{ good: before(CHECK_DAYS.good), bad: before(CHECK_DAYS.bad) },
    ...{ ofHost: MAX_OF_HOST, limit: MAX },
  });
  const hosts = [...Map.groupBy(due, ({ url }) => hostOf(url)).values()];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let links = hosts.shift(); links; links = hosts.shift()) await checkHost(source, links);
  });
  await Promise.all(workers);
}

async function checkHost(source: Source, links: readonly Due[]): Promise<void> {
  let failures = 0;
  for (const [i, link] of links.entries()) {
    if (i > 0) await source.pause(PAUSE);
    const problem = await checkAndStoreLink(source, link);
    failures = problem === 'unreachable' || problem === 'timeout' ? failures + 1 : 0;
    if (failures >= MAX_FAILURES) return;
  }
}

/** Checks a link and stores the result. Returns the problem, if any. */
export async function checkAndStoreLink({ db, remote, now }: Pick<Source, 'db' | 'remote' | 'now'>, link: Due) {
  const found = await checkLink(remote, link.url);
  const at = now();
  if (found) await writeCheck(db, link, found, at, today(at));
  else await touchCheck(db, link, at);
  return found?.problem ?? null;
}
