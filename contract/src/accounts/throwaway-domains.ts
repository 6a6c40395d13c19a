/** Domains of disposable email addresses, which are rejected during registration. */
const DOMAINS = new Set(
  `10minutemail.com 10minutemail.net 20minutemail.com 33mail.com anonbox.net armyspy.com byom.de cuvox.de dayrep.com discard.email dispostable.com
  dropmail.me einrot.com einmalmail.de emailondeck.com emailtemporanea.net fakeinbox.com fakemail.net fleckens.hu getairmail.com getnada.com grr.la
  guerrillamail.biz guerrillamail.com guerrillamail.de guerrillamail.info guerrillamail.net guerrillamail.org gustr.com harakirimail.com inboxbear.com
  inboxkitten.com incognitomail.org jetable.org jourrapide.com kurzepost.de linshiyouxiang.net mail-temp.com mailcatch.com maildrop.cc mailinator.com
  mailinator.net mailnesia.com mailnull.com mailpoof.com mailsac.com mailtemp.info mintemail.com moakt.com mohmal.com mytemp.email mytrashmail.com nada.email
  objectmail.com oneoffmail.com owlymail.com rhyta.com sharklasers.com spam4.me spamgourmet.com spambog.com spambog.de spambox.us spamex.com spoofmail.de
  superrito.com teleworm.us temp-mail.io temp-mail.org tempail.com tempinbox.com tempmail.de tempmail.net tempmailo.com tempr.email throwawaymail.com
  trash-mail.at trash-mail.com trash-mail.de trashmail.com trashmail.de trashmail.me trashmail.net trbvm.com wegwerfemail.de wegwerfmail.de wegwerfmail.net
  wegwerfmail.org yopmail.com yopmail.fr yopmail.net zetmail.com zoemail.org muellmail.com muell.email ist-allein.info sofort-mail.de`.split(
    /\s+/,
  ),
);

/** Returns whether the domain of an email address or one of its parent domains is disposable. */
export function isDisposableEmail(email: string): boolean {
  const labels = (email.split('@').at(-1) ?? '').toLowerCase().split('.');
  return labels.some((_, i) => DOMAINS.has(labels.slice(i).join('.')));
}
