/** Mails about new results of saved searches (docs/behaviour/library.md#saved-searches). */
import { SCOPE_SCREENS } from '@fundus/contract/catalogue/catalogue';
import { shiftDay, today } from '@fundus/contract/days';
import { href } from '@fundus/contract/screens';
import type { Db } from '../../db/open.ts';
import type { Portal } from '../../http/context.ts';
import { readPerson } from '../../visitors/repository.ts';
import type { NewMedium } from '../catalogue/index.ts';
import { listDueSearches, claimDuePerson, updateSearch, type SearchRow } from './search-repository.ts';
import { findNewHits } from './searches.ts';
import { findReader, type Message, type Translate, writeMail } from '../mails/index.ts';

const MAX_TITLES = 20;
/** Maximum number of titles per search if several searches share a mail. */
const MAX_TITLES_EACH = 5;

type Found = { row: SearchRow; hits: readonly NewMedium[] };

/** Sends due alerts, one user after the other. Returns the number of mails. Several processes may run this at the same time. */
export async function sendAlerts(portal: Portal<'search'>): Promise<number> {
  let sent = 0;
  for (;;) {
    const done = await portal.db.transaction().execute((trx) => sendNext(portal, trx));
    if (done === null) return sent;
    sent += done;
  }
}

/** Sends the due alerts of one user and marks the searches in the same transaction. Returns the number of mails, or `null` if no alert is due. */
async function sendNext(portal: Portal<'search'>, db: Db): Promise<number | null> {
  const now = portal.now();
  const day = today(now);
  const personId = await claimDuePerson(db, day);
  if (personId === undefined) return null;
  const due = await listDueSearches(db, personId, day);
  for (const { id } of due) await updateSearch(db, personId, id, { last_run: now });
  const [user, reader] = [await readPerson(db, personId, true, now), await findReader(db, personId)];
  if (!user || reader?.state !== 'active') return 0;
  const found: Found[] = [];
  for (const row of due) {
    const hits = await findHitsOfDays({ db, search: portal.search, config: portal.config, now, user }, row, day);
    if (hits.length > 0) found.push({ row, hits });
  }
  if (found.length === 0) return 0;
  await writeMail({ db, config: portal.config, now }, reader, hitsMail(found));
  return 1;
}

/** Returns results published from the day of the last run up to yesterday. Using whole days prevents missing or repeated results. */
const findHitsOfDays = async (ctx: Parameters<typeof findNewHits>[0], row: SearchRow, day: string): Promise<NewMedium[]> =>
  (await findNewHits(ctx, row, shiftDay(today(row.last_run), -1))).filter(({ published }) => published < day);

const hitsMail = (found: readonly Found[]): Message => ({
  template: 'savedSearchDigest',
  compose: (t) => {
    const several = found.length > 1;
    const { name } = found[0]!.row;
    const count = found[0]!.hits.length;
    return {
      subject: several
        ? t('mail.savedSearchDigest.several', { count: found.length })
        : t('mail.savedSearchDigest.subject', { name, count }),
      body: [
        { kind: 'text', text: several ? t('mail.savedSearchDigest.severalText') : t('mail.savedSearchDigest.text', { name, count }) },
        ...found.flatMap((one) => blocksOf(t, one, several)),
        { kind: 'link', label: t('mail.savedSearchDigest.change'), href: href('library', { tab: 'searches' }) },
      ],
    };
  },
});

/** Returns the titles and the link to the results. If a mail contains several searches, adds the name of the search. */
function blocksOf(t: Translate, { row, hits }: Found, several: boolean): ReturnType<Message['compose']>['body'] {
  const titles = hits.slice(0, several ? MAX_TITLES_EACH : MAX_TITLES).map((hit) => `– ${hit.fn_titel}`);
  const head = several ? [t('mail.savedSearchDigest.found', { name: row.name, count: hits.length })] : [];
  return [
    { kind: 'text', text: [...head, ...titles].join('\n') },
    {
      kind: 'link',
      label: t('mail.savedSearchDigest.open'),
      href: `${href(SCOPE_SCREENS[row.scope])}${row.query ? `?${row.query}` : ''}`,
    },
  ];
}
