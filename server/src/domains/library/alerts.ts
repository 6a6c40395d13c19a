/** Mails about new hits of kept searches (behaviour.md 5.4, 5.17). */
import { href } from '@fundus/contract/screens';
import type { Db } from '../../db/open.ts';
import type { Portal } from '../../http/context.ts';
import { readPerson } from '../../http/session.ts';
import type { Newcomer } from '../catalogue/index.ts';
import { writeMail, type Message } from '../setup/index.ts';
import { takeDueSearch, updateSearch, type SearchRow } from './search-repository.ts';
import { newHits } from './searches.ts';

const DAY = 86_400_000;
const WEEK = 7 * DAY;
const MOST_TITLES = 20;

/** Sends what is due, one search after the other; gives how many mails were written. Several processes may do so at once. */
export async function sendAlerts(portal: Portal): Promise<number> {
  let sent = 0;
  for (;;) {
    const done = await portal.db.transaction().execute((trx) => sendNext(portal, trx));
    if (done === null) return sent;
    sent += done;
  }
}

/** Mails written for the next search that is due: 1 or 0; null when none is due. */
async function sendNext(portal: Portal, db: Db): Promise<number | null> {
  const now = portal.now();
  const row = await takeDueSearch(db, new Date(now.getTime() - DAY), new Date(now.getTime() - WEEK));
  if (!row) return null;
  await updateSearch(db, row.person_id, row.id, { last_run: now });
  const [user, reader] = [await readPerson(db, row.person_id), await findReader(db, row.person_id)];
  if (!user?.email || reader?.state !== 'active' || reader.muted.includes('searches')) return 0;
  const hits = await newHits({ db, search: portal.search, user }, row, row.last_run);
  if (hits.length === 0) return 0;
  const { email, vorname, name } = user;
  await writeMail({ db, config: portal.config, now }, { email, vorname, name, ...reader }, aboutHits(row, hits));
  return 1;
}

function aboutHits(row: SearchRow, hits: readonly Newcomer[]): Message {
  const shown = hits.slice(0, MOST_TITLES);
  const address = `${href(row.scope as 'search')}${row.query ? `?${row.query}` : ''}`;
  return {
    template: 'alert',
    compose: (say) => ({
      subject: say('mail.alert.subject', { name: row.name, count: hits.length }),
      body: [
        { kind: 'text', text: say('mail.alert.text', { name: row.name, count: hits.length }) },
        { kind: 'text', text: shown.map((hit) => `– ${hit.fn_titel}`).join('\n') },
        { kind: 'link', label: say('mail.alert.open'), href: address },
        { kind: 'link', label: say('mail.alert.change'), href: href('library', { tab: 'searches' }) },
      ],
    }),
  };
}

const findReader = (db: Db, personId: string) =>
  db.selectFrom('person').select(['person.locale', 'person.state', 'person.muted']).where('person.id', '=', personId).executeTakeFirst();
