/** Warns administrators before certificates of SAML providers expire (docs/behaviour/accounts.md#sign-on-in-the-administration). */
import { CERTIFICATE_DAYS } from '@fundus/contract/accounts/sign-on';
import { DAY } from '@fundus/contract/days';
import { dateLocale } from '@fundus/contract/locale';
import { href } from '@fundus/contract/screens';
import type { Portal } from '../../../http/context.ts';
import { describeCertificate } from '../../../saml/certificates.ts';
import { notifyPerson, simpleMail, type Message } from '../../mails/index.ts';
import { findDistrictAdmins } from '../registration/approver-repository.ts';
import { claimNotice, removeOtherNotices } from './certificate-repository.ts';
import { isSaml } from './sign-on.ts';

/** Sends a notice when each configured number of days before the expiry is reached, and one after the expiry. */
export async function notifyOfCertificates(portal: Portal<'oidc'>, { now, remind }: { now: Date; remind: boolean }): Promise<void> {
  if (!remind) return;
  const all = portal.oidc
    .filter(isSaml)
    .flatMap(({ settings: { name, certificates, certificate } }) =>
      [...certificates, ...(certificate === undefined ? [] : [certificate])].map((text) => ({ name, ...describeCertificate(text, now) })),
    );
  await portal.db.transaction().execute(async (db) => {
    await removeOtherNotices(
      db,
      all.map(({ fingerprint }) => fingerprint),
    );
    for (const { name, fingerprint, ends_at } of all) {
      const days = ends_at === null ? Infinity : Math.max(0, Math.ceil((Date.parse(ends_at) - now.getTime()) / DAY));
      const reached = [...CERTIFICATE_DAYS, 0].findLast((each) => days <= each);
      if (reached === undefined || !(await claimNotice(db, fingerprint, reached, now))) continue;
      const message = endingMail({ portal: name, fingerprint, ends: new Date(ends_at!) });
      for (const { id } of await findDistrictAdmins(db, null)) await notifyPerson({ db, config: portal.config, now }, id, message);
    }
  });
}

const endingMail = ({ portal, fingerprint, ends }: { portal: string; fingerprint: string; ends: Date }): Message => ({
  template: 'certificateEnding',
  compose: (t, language, name) => {
    const day = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: 'long', timeZone: 'Europe/Berlin' }).format(ends);
    return simpleMail('certificateEnding', { portal, fingerprint, day }, href('sign-on')).compose(t, language, name);
  },
});
