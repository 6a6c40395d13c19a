import { byAge, defineDomain, none, ownPrivate } from '../../domain.ts';
import { DECISION_JOB } from './decisions.ts';
import { sendDailyMails } from './daily-mail.ts';
import { removeNoticesAbout } from './notice-repository.ts';
import { forgetNotices } from './notices.ts';
import { PUSH_JOB, pushWorker } from './push.ts';
import { handlers, noticeHandlers } from './routes.ts';

export const domain = defineDomain({
  services: ['live', 'remote', 'storage'],
  calls: { mails: handlers, notices: noticeHandlers },
  tables: { notice: { person_id: ownPrivate }, push_subscription: { person_id: { ...ownPrivate, without: ['p256dh', 'auth'] } } },
  sweep: { daily: sendDailyMails, notices: byAge(forgetNotices) },
  storedFiles: none,
  jobs: (portal) => ({ [PUSH_JOB]: pushWorker(portal), [DECISION_JOB]: async () => {} }),
  names: {},
  schoolData: {},
  mergeSchools: none,
  erasePeople: removeNoticesAbout,
  obligations: none,
  demo: () => import('./demo.ts'),
});
